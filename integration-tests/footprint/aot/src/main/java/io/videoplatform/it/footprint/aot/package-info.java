/**
 * An application that is processed ahead of time.
 */
@NullMarked
package io.videoplatform.it.footprint.aot;

import org.jspecify.annotations.NullMarked;
