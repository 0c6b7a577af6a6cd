package io.videoplatform.samples.browserapp;

import java.util.List;
import java.util.Objects;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The platform's videos for the user who is logged in here. The token stays in this
 * server: {@code platformWebClient} adds it.
 */
@RestController
class VideoList {

	private final WebClient platform;

	VideoList(@Qualifier("platformWebClient") WebClient platform) {
		this.platform = platform;
	}

	@GetMapping("/server/videos")
	List<Video> videos() {
		return items("videos?limit=100", new ParameterizedTypeReference<Page<Video>>() {
		});
	}

	@GetMapping("/server/collections")
	List<Collection> collections() {
		return items("collections?limit=100", new ParameterizedTypeReference<Page<Collection>>() {
		});
	}

	@PostMapping("/server/videos")
	@ResponseStatus(HttpStatus.CREATED)
	Video create(@RequestBody NewVideo video) {
		return Objects.requireNonNull(
				this.platform.post().uri("videos").bodyValue(video).retrieve().bodyToMono(Video.class).block());
	}

	private <T> List<T> items(String uri, ParameterizedTypeReference<Page<T>> type) {
		return Objects.requireNonNull(this.platform.get().uri(uri).retrieve().bodyToMono(type).block()).items();
	}

	/**
	 * Part of a list.
	 *
	 * @param <T> type of the items
	 * @param items the items of this part
	 */
	record Page<T>(List<T> items) {

	}

	/**
	 * Video, as far as it is shown.
	 *
	 * @param id identifier
	 * @param title title
	 */
	record Video(String id, String title) {

	}

	/**
	 * Collection that videos belong to.
	 *
	 * @param id identifier
	 * @param title title
	 */
	record Collection(String id, String title) {

	}

	/**
	 * Request to create a video.
	 *
	 * @param title title
	 * @param collectionId identifier of its collection
	 */
	record NewVideo(String title, String collectionId) {

	}

}
