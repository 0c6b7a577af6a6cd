package io.videoplatform.samples.localplatform.video;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Video, at first without content.
 *
 * @param id identifier, part of its URL
 * @param title title
 * @param collectionId identifier of its collection
 * @param createdAt time of its creation
 * @param content what was uploaded, {@code null} before the first upload
 */
record Video(String id, String title, String collectionId, Instant createdAt, @Nullable VideoContent content) {

	Video withContent(VideoContent newContent) {
		return new Video(this.id, this.title, this.collectionId, this.createdAt, newContent);
	}

}
