/**
 * Load on several nodes, each a process of its own, that share logins in a real engine.
 */
@NullMarked
package io.videoplatform.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;
