/**
 * The filter chain of the application with a chain of its own.
 */
@NullMarked
package io.videoplatform.it.footprint.ownfilterchain;

import org.jspecify.annotations.NullMarked;
