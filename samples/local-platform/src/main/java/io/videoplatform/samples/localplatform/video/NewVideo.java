package io.videoplatform.samples.localplatform.video;

import org.jspecify.annotations.Nullable;

/**
 * Request to create a video.
 *
 * @param title title, required
 * @param collectionId identifier of a collection, required
 */
record NewVideo(@Nullable String title, @Nullable String collectionId) {

}
