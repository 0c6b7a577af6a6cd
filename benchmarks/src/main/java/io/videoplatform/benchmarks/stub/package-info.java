/**
 * The platform that benchmarks and load runs call.
 */
@NullMarked
package io.videoplatform.benchmarks.stub;

import org.jspecify.annotations.NullMarked;
