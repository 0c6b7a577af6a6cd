/**
 * Load runs: applications with the starter against a platform that misbehaves.
 */
@NullMarked
package io.videoplatform.benchmarks.load;

import org.jspecify.annotations.NullMarked;
