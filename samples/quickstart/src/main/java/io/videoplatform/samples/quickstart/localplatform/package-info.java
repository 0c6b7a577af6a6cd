/**
 * Local platform as a child process; an application of your own needs nothing of this.
 */
@NullMarked
package io.videoplatform.samples.quickstart.localplatform;

import org.jspecify.annotations.NullMarked;
