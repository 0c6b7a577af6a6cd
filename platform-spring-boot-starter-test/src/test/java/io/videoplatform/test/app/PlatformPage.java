package io.videoplatform.test.app;

import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * A page of the application, on either web stack.
 */
@RestController
class PlatformPage {

	private final WebClient platform;

	PlatformPage(@Qualifier("platformWebClient") WebClient platform) {
		this.platform = platform;
	}

	@GetMapping("/titles")
	Mono<String> titles() {
		return this.platform.get().uri("videos").retrieve().bodyToMono(String.class);
	}

}
