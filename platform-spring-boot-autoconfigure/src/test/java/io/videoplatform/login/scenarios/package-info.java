/**
 * Whole logins, over real HTTP: one set of scenarios for servlet and for reactive
 * applications.
 */
@NullMarked
package io.videoplatform.login.scenarios;

import org.jspecify.annotations.NullMarked;
