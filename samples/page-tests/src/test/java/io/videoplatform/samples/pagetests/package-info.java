/**
 * Pages of the samples in a real browser.
 */
@NullMarked
package io.videoplatform.samples.pagetests;

import org.jspecify.annotations.NullMarked;
