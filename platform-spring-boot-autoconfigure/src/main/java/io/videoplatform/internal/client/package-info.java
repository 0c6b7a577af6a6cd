/**
 * Clients that carry a token to trusted origins, and never go out bare.
 */
@NullMarked
package io.videoplatform.internal.client;

import org.jspecify.annotations.NullMarked;
