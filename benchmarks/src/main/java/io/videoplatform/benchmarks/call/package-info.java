/**
 * What one call with a fresh token costs.
 */
@NullMarked
package io.videoplatform.benchmarks.call;

import org.jspecify.annotations.NullMarked;
