package io.videoplatform.samples.clusternode;

import java.util.Objects;

import io.videoplatform.login.PlatformUser;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Videos at the platform: the client sends the token of the user of the current request,
 * or of the user that a call names.
 */
@Service
class Videos {

	private final WebClient webClient;

	Videos(@Qualifier("platformWebClient") WebClient webClient) {
		this.webClient = webClient;
	}

	int count() {
		return count(this.webClient.get().uri("videos?limit=1"));
	}

	int countFor(PlatformUser user) {
		return count(this.webClient.get().uri("videos?limit=1").attributes(user));
	}

	private static int count(WebClient.RequestHeadersSpec<?> request) {
		return Objects.requireNonNull(request.retrieve().bodyToMono(Page.class).block()).total();
	}

	/**
	 * What the node reads of a response.
	 *
	 * @param total the number of all videos
	 */
	record Page(int total) {

	}

}
