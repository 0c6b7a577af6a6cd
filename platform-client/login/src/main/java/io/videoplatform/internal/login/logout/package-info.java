/**
 * How a login ends by the provider, or at it: back-channel logout and RP-initiated
 * logout, for servlet and reactive applications.
 */
@NullMarked
package io.videoplatform.internal.login.logout;

import org.jspecify.annotations.NullMarked;
