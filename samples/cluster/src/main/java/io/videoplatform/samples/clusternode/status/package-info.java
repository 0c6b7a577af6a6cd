/**
 * What the page of the sample shows of a node; an application of your own needs nothing
 * of this.
 */
@NullMarked
package io.videoplatform.samples.clusternode.status;

import org.jspecify.annotations.NullMarked;
