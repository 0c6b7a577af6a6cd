/**
 * What the start of an application costs.
 */
@NullMarked
package io.videoplatform.benchmarks.start;

import org.jspecify.annotations.NullMarked;
