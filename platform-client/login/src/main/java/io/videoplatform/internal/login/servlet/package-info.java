/**
 * Logins in servlet applications: what Spring Security's filters and providers use.
 */
@NullMarked
package io.videoplatform.internal.login.servlet;

import org.jspecify.annotations.NullMarked;
