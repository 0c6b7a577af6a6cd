/**
 * Three nodes of an application, with all that they need and a page that shows what they
 * do; an application of your own needs nothing of this.
 */
@NullMarked
package io.videoplatform.samples.cluster;

import org.jspecify.annotations.NullMarked;
