/**
 * Tests that the load runs run.
 */
@NullMarked
package io.videoplatform.benchmarks.load;

import org.jspecify.annotations.NullMarked;
