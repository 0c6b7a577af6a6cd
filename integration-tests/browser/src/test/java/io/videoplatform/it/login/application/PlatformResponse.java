package io.videoplatform.it.login.application;

import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

import org.springframework.web.reactive.function.client.ClientResponse;

/**
 * The platform's response to a call.
 */
record PlatformResponse(int status, String username) {

	static Mono<PlatformResponse> of(ClientResponse response) {
		return response.bodyToMono(JsonNode.class)
			.map((body) -> body.path("username").asString(""))
			.defaultIfEmpty("")
			.map((username) -> new PlatformResponse(response.statusCode().value(), username));
	}

}
