package io.videoplatform.internal.login.scenarios;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Pages of a reactive application that call the platform behind what other requests
 * share.
 */
@Configuration(proxyBeanMethods = false)
@Import(ReactiveSharing.Controller.class)
class ReactiveSharing {

	@Bean
	SharedWork sharedWork() {
		return new SharedWork(Schedulers.boundedElastic());
	}

	/**
	 * Makes the pages.
	 */
	@RestController
	static class Controller {

		private final WebClient platform;

		private final SharedWork work;

		Controller(@Qualifier("platformWebClient") WebClient platform, SharedWork work) {
			this.platform = platform;
			this.work = work;
		}

		private Mono<String> chain(String kind, String round) {
			return this.work.publisher(kind, round)
				.flatMap((done) -> this.platform.get().uri("videos").retrieve().bodyToMono(String.class));
		}

		@GetMapping("/shared/complete/{round}")
		Mono<String> complete(@PathVariable String round) {
			return Mono.fromRunnable(() -> this.work.complete(round)).thenReturn("completed");
		}

		@GetMapping("/shared/mono/{kind}/{round}")
		Mono<String> mono(@PathVariable String kind, @PathVariable String round) {
			return chain(kind, round);
		}

		/**
		 * The chain of the call has only what is propagated to the thread.
		 */
		@GetMapping("/shared/block/{kind}/{round}")
		Mono<String> block(@PathVariable String kind, @PathVariable String round) {
			return this.work.publisher(kind, round)
				.publishOn(Schedulers.boundedElastic())
				.mapNotNull((done) -> this.platform.get().uri("videos").retrieve().bodyToMono(String.class).block());
		}

		@GetMapping("/shared/publish-on/{kind}/{round}")
		Mono<String> publishOn(@PathVariable String kind, @PathVariable String round) {
			return chain(kind, round).publishOn(Schedulers.parallel()).flatMap((first) -> chain(kind, round));
		}

		@GetMapping("/shared/subscribe-on/{kind}/{round}")
		Mono<String> subscribeOn(@PathVariable String kind, @PathVariable String round) {
			return Mono.defer(() -> chain(kind, round)).subscribeOn(Schedulers.boundedElastic());
		}

	}

}
