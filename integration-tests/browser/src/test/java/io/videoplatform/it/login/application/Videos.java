package io.videoplatform.it.login.application;

import io.videoplatform.client.PlatformClients;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The platform's videos, as a service of the application requests them.
 */
class Videos {

	private final WebClient platform;

	private final PlatformClients clients;

	Videos(@Qualifier("platformWebClient") WebClient platform, PlatformClients clients) {
		this.platform = platform;
		this.clients = clients;
	}

	/**
	 * Calls for the user who is logged in.
	 */
	Mono<PlatformResponse> ofUser() {
		return list(this.platform);
	}

	/**
	 * Calls for the application itself.
	 */
	Mono<PlatformResponse> ofJob() {
		return list(this.clients.get("jobs").webClient());
	}

	private static Mono<PlatformResponse> list(WebClient client) {
		return client.get().uri("videos").exchangeToMono(PlatformResponse::of);
	}

}
