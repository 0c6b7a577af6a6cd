/**
 * Tests that the benchmarks run.
 */
@NullMarked
package io.videoplatform.benchmarks.call;

import org.jspecify.annotations.NullMarked;
