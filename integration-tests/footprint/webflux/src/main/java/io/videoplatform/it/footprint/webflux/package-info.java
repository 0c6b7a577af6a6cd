/**
 * An application on WebFlux without any security.
 */
@NullMarked
package io.videoplatform.it.footprint.webflux;

import org.jspecify.annotations.NullMarked;
