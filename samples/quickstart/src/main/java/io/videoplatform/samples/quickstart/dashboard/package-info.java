/**
 * Page that shows what the starter does.
 */
@NullMarked
package io.videoplatform.samples.quickstart.dashboard;

import org.jspecify.annotations.NullMarked;
