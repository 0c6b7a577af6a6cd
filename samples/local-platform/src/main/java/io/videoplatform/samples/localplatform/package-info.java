/**
 * Embedded video platform for development.
 */
@NullMarked
package io.videoplatform.samples.localplatform;

import org.jspecify.annotations.NullMarked;
