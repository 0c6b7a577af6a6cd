/**
 * Operations: the quickstart as an operator sees it.
 */
@NullMarked
package io.videoplatform.samples.operations;

import org.jspecify.annotations.NullMarked;
