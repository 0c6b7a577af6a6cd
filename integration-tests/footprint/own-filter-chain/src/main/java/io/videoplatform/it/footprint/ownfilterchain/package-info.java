/**
 * An application with a filter chain of its own.
 */
@NullMarked
package io.videoplatform.it.footprint.ownfilterchain;

import org.jspecify.annotations.NullMarked;
