package io.videoplatform.samples.quickstart.clients;

import io.videoplatform.samples.quickstart.Videos.Page;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestClient;

/**
 * Videos of the platform by a {@code RestClient}.
 */
@Service
class RestClientVideos {

	private final RestClient restClient;

	RestClientVideos(@Qualifier("platformRestClient") RestClient restClient) {
		this.restClient = restClient;
	}

	@Nullable Page list() {
		return this.restClient.get().uri("videos?limit=8").retrieve().body(Page.class);
	}

}
