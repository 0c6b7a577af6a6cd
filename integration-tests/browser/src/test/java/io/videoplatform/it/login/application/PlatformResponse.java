package io.videoplatform.it.login.application;

import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

import org.springframework.web.reactive.function.client.ClientResponse;

/**
 * The platform's response to a call.
 *
 * @param status the HTTP status
 * @param username the name of the account for which it was called, empty if it was
 * refused
 */
record PlatformResponse(int status, String username) {

	static Mono<PlatformResponse> of(ClientResponse response) {
		return response.bodyToMono(JsonNode.class)
			.map((body) -> body.path("username").asString(""))
			.defaultIfEmpty("")
			.map((username) -> new PlatformResponse(response.statusCode().value(), username));
	}

}
