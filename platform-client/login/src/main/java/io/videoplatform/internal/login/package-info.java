/**
 * Logins of users: whose token a call carries, and what Spring Security's login needs to
 * know of the platform. Everything here is the same for servlet and reactive
 * applications.
 */
@NullMarked
package io.videoplatform.internal.login;

import org.jspecify.annotations.NullMarked;
