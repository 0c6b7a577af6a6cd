/**
 * Video API below {@code /v1/}, open to bearers of an access token.
 */
@NullMarked
package io.videoplatform.samples.localplatform.video;

import org.jspecify.annotations.NullMarked;
