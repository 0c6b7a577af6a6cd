/**
 * Clients that carry a token to trusted origins, and send no such request without one.
 */
@NullMarked
package io.videoplatform.internal.client;

import org.jspecify.annotations.NullMarked;
