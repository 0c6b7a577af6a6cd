package io.videoplatform.samples.localplatform.video;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.springframework.stereotype.Repository;

/**
 * Collections and videos in memory, in the order in which they were added.
 */
@Repository
class VideoLibrary {

	private final Map<String, VideoCollection> collections = new LinkedHashMap<>();

	private final Map<String, Video> videos = new LinkedHashMap<>();

	synchronized void add(VideoCollection collection) {
		this.collections.put(collection.id(), collection);
	}

	synchronized void add(Video video) {
		this.videos.put(video.id(), video);
	}

	synchronized List<VideoCollection> collections() {
		return new ArrayList<>(this.collections.values());
	}

	synchronized Optional<VideoCollection> collection(String id) {
		return Optional.ofNullable(this.collections.get(id));
	}

	synchronized List<Video> videos() {
		return new ArrayList<>(this.videos.values());
	}

	synchronized Optional<Video> video(String id) {
		return Optional.ofNullable(this.videos.get(id));
	}

	/**
	 * Replace a video.
	 * @param id the video's identifier
	 * @param change makes the new video from the old one
	 * @return the old video, empty if there is none and nothing was changed
	 */
	synchronized Optional<Video> replace(String id, UnaryOperator<Video> change) {
		Video old = this.videos.get(id);
		if (old != null) {
			this.videos.put(id, change.apply(old));
		}
		return Optional.ofNullable(old);
	}

	synchronized Optional<Video> remove(String id) {
		return Optional.ofNullable(this.videos.remove(id));
	}

}
