package io.videoplatform.samples.localplatform.video;

import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.List;

import org.springframework.stereotype.Component;

/**
 * Collections and videos that are there from the start.
 */
@Component
class SampleVideos {

	private static final int COUNT = 24;

	private static final List<VideoCollection> COLLECTIONS = List.of(new VideoCollection("films", "Films"),
			new VideoCollection("talks", "Talks"), new VideoCollection("tutorials", "Tutorials"));

	SampleVideos(VideoLibrary library, ContentStore contents, Clock clock) throws IOException {
		COLLECTIONS.forEach(library::add);
		for (int number = 1; number <= COUNT; number++) {
			VideoCollection collection = COLLECTIONS.get(number % COLLECTIONS.size());
			try (InputStream input = TestPattern.stream(number)) {
				VideoContent content = contents.save(TestPattern.CONTENT_TYPE, input);
				library.add(new Video("sample-%02d".formatted(number), "Test pattern " + number, collection.id(),
						clock.instant(), content));
			}
		}
	}

}
