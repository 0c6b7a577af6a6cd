/**
 * Whole logins, over real HTTP: one set of scenarios for servlet and for reactive
 * applications.
 */
@NullMarked
package io.videoplatform.internal.login.scenarios;

import org.jspecify.annotations.NullMarked;
