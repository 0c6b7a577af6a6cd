package io.videoplatform.it.boot;

import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * An application that lists videos of the platform by each kind of client.
 */
@SpringBootApplication
@ImportHttpServices(group = "platform", types = VideoApplication.Videos.class)
@ImportHttpServices(group = "platform-jobs", types = VideoApplication.ReactiveVideos.class,
		clientType = ClientType.WEB_CLIENT)
class VideoApplication {

	/**
	 * An HTTP interface on {@code RestClient}.
	 */
	interface Videos {

		@GetExchange("videos")
		String list();

	}

	/**
	 * An HTTP interface on {@code WebClient}.
	 */
	interface ReactiveVideos {

		@GetExchange("videos")
		Mono<String> list();

	}

	/**
	 * A page, on either web stack.
	 */
	@RestController
	static class Page {

		private final WebClient platform;

		Page(@Qualifier("platformWebClient") WebClient platform) {
			this.platform = platform;
		}

		@GetMapping("/titles")
		Mono<String> titles() {
			return this.platform.get().uri("videos").retrieve().bodyToMono(String.class);
		}

	}

}
