package io.videoplatform.it.login.application;

import java.util.concurrent.CompletableFuture;

import org.springframework.scheduling.annotation.Async;

/**
 * Requests the platform's videos on a thread that serves no request.
 */
class AsyncVideos {

	private final Videos videos;

	AsyncVideos(Videos videos) {
		this.videos = videos;
	}

	/**
	 * Calls for the user who is logged in.
	 * @return the platform's response
	 */
	@Async
	CompletableFuture<PlatformResponse> ofUser() {
		return CompletableFuture.completedFuture(this.videos.ofUser().block());
	}

}
