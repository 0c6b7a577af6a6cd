/**
 * Application that runs on several nodes: users log in at one and are served by all.
 */
@NullMarked
package io.videoplatform.samples.clusternode;

import org.jspecify.annotations.NullMarked;
