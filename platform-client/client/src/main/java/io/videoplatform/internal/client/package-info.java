/**
 * Clients that carry a token to trusted origins, send no such request without one, and
 * send it once more after a 401 that rejects the token.
 */
@NullMarked
package io.videoplatform.internal.client;

import org.jspecify.annotations.NullMarked;
