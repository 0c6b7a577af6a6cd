/**
 * What can be observed of the engine: Micrometer's observations and meters, and how their
 * names and key values are replaced.
 */
@NullMarked
package io.videoplatform.observation;

import org.jspecify.annotations.NullMarked;
