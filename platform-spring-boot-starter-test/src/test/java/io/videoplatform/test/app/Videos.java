package io.videoplatform.test.app;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The videos of the platform.
 */
@Component
class Videos {

	private final WebClient platform;

	Videos(@Qualifier("platformWebClient") WebClient platform) {
		this.platform = platform;
	}

	String titles() {
		return at("videos");
	}

	String at(String path) {
		return String.valueOf(this.platform.get().uri(path).retrieve().bodyToMono(String.class).block());
	}

}
