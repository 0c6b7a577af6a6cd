package io.videoplatform.benchmarks.call;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The calls that are measured.
 */
public enum Call {

	/**
	 * Without a body.
	 */
	GET {

		@Override
		WebClient.RequestHeadersSpec<?> of(WebClient client) {
			return client.get().uri(PATH);
		}

		@Override
		RestClient.RequestHeadersSpec<?> of(RestClient client) {
			return client.get().uri(PATH);
		}

	},

	/**
	 * With a body that is held in memory.
	 */
	POST {

		@Override
		WebClient.RequestHeadersSpec<?> of(WebClient client) {
			return client.post().uri(PATH).contentType(MediaType.APPLICATION_JSON).bodyValue(BODY);
		}

		@Override
		RestClient.RequestHeadersSpec<?> of(RestClient client) {
			return client.post().uri(PATH).contentType(MediaType.APPLICATION_JSON).body(BODY);
		}

	};

	private static final String PATH = "collections/7/videos";

	private static final String BODY = "{\"title\":\"Intro\"}";

	abstract WebClient.RequestHeadersSpec<?> of(WebClient client);

	abstract RestClient.RequestHeadersSpec<?> of(RestClient client);

	ResponseEntity<Void> send(RestClient client) {
		return of(client).retrieve().toBodilessEntity();
	}

	ResponseEntity<Void> send(WebClient client) {
		ResponseEntity<Void> response = of(client).retrieve().toBodilessEntity().block();
		if (response == null) {
			throw new IllegalStateException("No response");
		}
		return response;
	}

}
