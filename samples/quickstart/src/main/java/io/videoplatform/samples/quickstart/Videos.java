package io.videoplatform.samples.quickstart;

import java.util.List;

import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Videos of the platform: all that an application has to write. Discovery, the token and
 * its renewal are the starter's.
 *
 * @since 0.1.0
 */
@Service
public class Videos {

	private final WebClient webClient;

	/**
	 * Create a new instance.
	 * @param webClient the platform's client; its base URL ends with {@code /v1/}
	 */
	public Videos(@Qualifier("platformWebClient") WebClient webClient) {
		this.webClient = webClient;
	}

	/**
	 * Request the first videos.
	 * @return the videos; fails with a {@code PlatformException} if there is no token,
	 * and with a {@code WebClientException} if the API does not respond
	 */
	public Mono<Page> list() {
		return this.webClient.get().uri("videos?limit=8").retrieve().bodyToMono(Page.class);
	}

	/**
	 * Part of the list of videos.
	 *
	 * @param items the videos of this part
	 * @param total the number of all videos
	 */
	public record Page(List<Video> items, int total) {

	}

	/**
	 * Video, as far as it is shown.
	 *
	 * @param id identifier
	 * @param title title
	 * @param collectionId identifier of its collection
	 */
	public record Video(String id, String title, String collectionId) {

	}

}
