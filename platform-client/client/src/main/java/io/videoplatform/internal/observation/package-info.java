/**
 * Observations of the engine: how they are started and ended, and what is counted beside
 * them.
 */
@NullMarked
package io.videoplatform.internal.observation;

import org.jspecify.annotations.NullMarked;
