/**
 * Tests that the comparison of starts runs.
 */
@NullMarked
package io.videoplatform.benchmarks.start;

import org.jspecify.annotations.NullMarked;
