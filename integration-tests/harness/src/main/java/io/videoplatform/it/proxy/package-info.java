/**
 * A proxy in front of the provider that counts, delays and loses responses.
 */
@NullMarked
package io.videoplatform.it.proxy;

import org.jspecify.annotations.NullMarked;
