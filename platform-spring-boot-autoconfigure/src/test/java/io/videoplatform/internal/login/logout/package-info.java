/**
 * Logouts that the provider requests.
 */
@NullMarked
package io.videoplatform.internal.login.logout;

import org.jspecify.annotations.NullMarked;
