/**
 * Local platform as a child process of a sample; an application of your own needs nothing
 * of this.
 */
@NullMarked
package io.videoplatform.samples.launcher;

import org.jspecify.annotations.NullMarked;
