/**
 * Logins in reactive applications: what Spring Security's filters and managers use.
 */
@NullMarked
package io.videoplatform.internal.login.reactive;

import org.jspecify.annotations.NullMarked;
