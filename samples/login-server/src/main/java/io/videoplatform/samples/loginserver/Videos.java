package io.videoplatform.samples.loginserver;

import java.util.List;
import java.util.Objects;

import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.Resource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Service;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Videos of the user who is logged in: the client sends the token of the user of the
 * current request.
 */
@Service
class Videos {

	private static final int BUFFER_SIZE = 64 * 1024;

	private final WebClient webClient;

	Videos(@Qualifier("platformWebClient") WebClient webClient) {
		this.webClient = webClient;
	}

	List<Video> list() {
		return items("videos?limit=100", new ParameterizedTypeReference<Page<Video>>() {
		});
	}

	List<Collection> collections() {
		return items("collections?limit=100", new ParameterizedTypeReference<Page<Collection>>() {
		});
	}

	void upload(String title, String collectionId, MultipartFile file) {
		Video video = this.webClient.post()
			.uri("videos")
			.bodyValue(new NewVideo(title, collectionId))
			.retrieve()
			.bodyToMono(Video.class)
			.block();
		this.webClient.put()
			.uri("videos/{id}/content", Objects.requireNonNull(video).id())
			.contentType(contentType(file))
			.contentLength(file.getSize())
			.body(read(file.getResource()), DataBuffer.class)
			.retrieve()
			.toBodilessEntity()
			.block();
	}

	private <T> List<T> items(String uri, ParameterizedTypeReference<Page<T>> type) {
		return Objects.requireNonNull(this.webClient.get().uri(uri).retrieve().bodyToMono(type).block()).items();
	}

	/**
	 * Read piece by piece, and not on the thread that sends.
	 */
	private static Flux<DataBuffer> read(Resource resource) {
		return DataBufferUtils.read(resource, DefaultDataBufferFactory.sharedInstance, BUFFER_SIZE)
			.subscribeOn(Schedulers.boundedElastic());
	}

	private static MediaType contentType(MultipartFile file) {
		String type = file.getContentType();
		return (type != null) ? MediaType.parseMediaType(type) : MediaType.APPLICATION_OCTET_STREAM;
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
