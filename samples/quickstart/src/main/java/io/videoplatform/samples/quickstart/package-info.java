/**
 * Quickstart: what an application writes to call the platform.
 */
@NullMarked
package io.videoplatform.samples.quickstart;

import org.jspecify.annotations.NullMarked;
