/**
 * What the starter costs and what it stands, measured against a floor.
 */
@NullMarked
package io.videoplatform.benchmarks;

import org.jspecify.annotations.NullMarked;
