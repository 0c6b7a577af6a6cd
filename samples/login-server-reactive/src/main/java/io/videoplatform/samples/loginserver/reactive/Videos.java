package io.videoplatform.samples.loginserver.reactive;

import java.util.List;
import java.util.Objects;

import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.MediaType;
import org.springframework.http.codec.multipart.FilePart;
import org.springframework.stereotype.Service;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Videos of the user who is logged in: the client sends the token of the user of the
 * current request.
 */
@Service
class Videos {

	private final WebClient webClient;

	Videos(@Qualifier("platformWebClient") WebClient webClient) {
		this.webClient = webClient;
	}

	Mono<List<Video>> list() {
		return items("videos?limit=100", new ParameterizedTypeReference<Page<Video>>() {
		});
	}

	Mono<List<Collection>> collections() {
		return items("collections?limit=100", new ParameterizedTypeReference<Page<Collection>>() {
		});
	}

	Mono<Void> upload(String title, String collectionId, FilePart file) {
		return this.webClient.post()
			.uri("videos")
			.bodyValue(new NewVideo(title, collectionId))
			.retrieve()
			.bodyToMono(Video.class)
			.flatMap((video) -> send(video, file));
	}

	private Mono<Void> send(Video video, FilePart file) {
		return this.webClient.put()
			.uri("videos/{id}/content", video.id())
			.contentType(
					Objects.requireNonNullElse(file.headers().getContentType(), MediaType.APPLICATION_OCTET_STREAM))
			.body(file.content(), DataBuffer.class)
			.retrieve()
			.toBodilessEntity()
			.then();
	}

	private <T> Mono<List<T>> items(String uri, ParameterizedTypeReference<Page<T>> type) {
		return this.webClient.get().uri(uri).retrieve().bodyToMono(type).map(Page::items);
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
	 * @param collectionId identifier of its collection
	 */
	record Video(String id, String title, String collectionId) {

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
