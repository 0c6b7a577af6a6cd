package io.videoplatform.internal.login.scenarios;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Pages of a servlet application that call the platform behind what other requests share.
 */
@Configuration(proxyBeanMethods = false)
@Import({ ServletSharing.Controller.class, ServletSharing.Service.class })
class ServletSharing {

	@Bean
	SharedWork sharedWork() {
		return new SharedWork(Schedulers.immediate());
	}

	/**
	 * Calls the platform when shared work is done.
	 */
	static class Service {

		private final WebClient platform;

		private final SharedWork work;

		Service(@Qualifier("platformWebClient") WebClient platform, SharedWork work) {
			this.platform = platform;
			this.work = work;
		}

		Mono<String> videos() {
			return this.platform.get().uri("videos").retrieve().bodyToMono(String.class);
		}

		Mono<String> completed(String kind, String round) {
			return this.work.publisher(kind, round);
		}

		Mono<String> chain(String kind, String round) {
			return this.work.publisher(kind, round).flatMap((done) -> videos());
		}

		@Async
		CompletableFuture<String> asynchronously(String kind, String round) {
			return CompletableFuture.completedFuture(chain(kind, round).block());
		}

	}

	/**
	 * Makes the pages.
	 */
	@RestController
	static class Controller {

		private final Service service;

		private final SharedWork work;

		private final TaskExecutor executor;

		Controller(Service service, SharedWork work, @Qualifier("applicationTaskExecutor") TaskExecutor executor) {
			this.service = service;
			this.work = work;
			this.executor = executor;
		}

		@GetMapping("/shared/complete/{round}")
		String complete(@PathVariable String round) {
			this.work.complete(round);
			return "completed";
		}

		@GetMapping("/shared/block/{kind}/{round}")
		String block(@PathVariable String kind, @PathVariable String round) {
			return String.valueOf(this.service.chain(kind, round).block());
		}

		@GetMapping("/shared/mono/{kind}/{round}")
		Mono<String> mono(@PathVariable String kind, @PathVariable String round) {
			return this.service.chain(kind, round);
		}

		@GetMapping("/shared/future/{kind}/{round}")
		CompletableFuture<String> future(@PathVariable String kind, @PathVariable String round) {
			return this.service.chain(kind, round).toFuture();
		}

		@GetMapping("/shared/async/{kind}/{round}")
		CompletableFuture<String> async(@PathVariable String kind, @PathVariable String round) {
			return this.service.asynchronously(kind, round);
		}

		@GetMapping("/shared/callable/{kind}/{round}")
		Callable<String> callable(@PathVariable String kind, @PathVariable String round) {
			return () -> String.valueOf(this.service.chain(kind, round).block());
		}

		@GetMapping("/shared/publish-on/{kind}/{round}")
		String publishOn(@PathVariable String kind, @PathVariable String round) {
			return String.valueOf(this.service.chain(kind, round)
				.publishOn(Schedulers.parallel())
				.flatMap((first) -> this.service.videos())
				.block());
		}

		@GetMapping("/shared/subscribe-on/{kind}/{round}")
		Mono<String> subscribeOn(@PathVariable String kind, @PathVariable String round) {
			return Mono.defer(() -> this.service.chain(kind, round)).subscribeOn(Schedulers.boundedElastic());
		}

		@GetMapping("/shared/nested/{kind}/{round}")
		String nested(@PathVariable String kind, @PathVariable String round) {
			return String
				.valueOf(this.service.completed(kind, round).map((done) -> this.service.videos().block()).block());
		}

		@GetMapping("/shared/then-apply/{kind}/{round}")
		CompletableFuture<String> thenApply(@PathVariable String kind, @PathVariable String round) {
			return this.service.completed(kind, round).toFuture().thenApply((done) -> this.service.videos().block());
		}

		@GetMapping("/shared/then-apply-async/{kind}/{round}")
		CompletableFuture<String> thenApplyAsync(@PathVariable String kind, @PathVariable String round) {
			return this.service.completed(kind, round)
				.toFuture()
				.thenApplyAsync((done) -> this.service.videos().block(), this.executor);
		}

		@GetMapping("/own/nested")
		String ownNested() {
			return String.valueOf(Flux.range(0, 2).map((number) -> this.service.videos().block()).blockLast());
		}

		@GetMapping("/shared/stream")
		String stream() {
			return this.service.videos().flux().toStream().toList().toString();
		}

		@GetMapping("/shared/stream/{kind}/{round}")
		String stream(@PathVariable String kind, @PathVariable String round) {
			return this.service.chain(kind, round).flux().toStream().toList().toString();
		}

	}

}
