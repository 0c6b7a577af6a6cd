/**
 * A web application that is started with and without the starter.
 */
@NullMarked
package io.videoplatform.it.footprint;

import org.jspecify.annotations.NullMarked;
