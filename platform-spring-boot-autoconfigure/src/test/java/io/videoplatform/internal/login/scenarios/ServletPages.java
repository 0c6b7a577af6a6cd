package io.videoplatform.internal.login.scenarios;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

import io.videoplatform.client.PlatformClients;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.http.MediaType;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.concurrent.DelegatingSecurityContextRunnable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.task.DelegatingSecurityContextAsyncTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The pages of a servlet application: what the platform returns for calls for the user,
 * made in all the ways that controllers have.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAsync
@Import({ ServletPages.Controller.class, ServletPages.Service.class, ServletSpringParts.class, ServletSharing.class,
		ServletQueue.class })
class ServletPages {

	/**
	 * As {@code docs/logins.md} shows it.
	 */
	@Bean
	AsyncConfigurer asyncWithUser(@Qualifier("applicationTaskExecutor") AsyncTaskExecutor executor) {
		return new AsyncConfigurer() {

			@Override
			public Executor getAsyncExecutor() {
				return new DelegatingSecurityContextAsyncTaskExecutor(executor);
			}

		};
	}

	/**
	 * Calls the platform.
	 */
	static class Service {

		private final WebClient platform;

		Service(@Qualifier("platformWebClient") WebClient platform) {
			this.platform = platform;
		}

		Mono<String> videos() {
			return this.platform.get().uri("videos").retrieve().bodyToMono(String.class);
		}

		@Async
		CompletableFuture<String> asynchronously() {
			return CompletableFuture.completedFuture(videos().block());
		}

	}

	/**
	 * Makes the pages.
	 */
	@RestController
	static class Controller {

		private final Service service;

		private final ObjectProvider<PlatformClients> clients;

		Controller(Service service, ObjectProvider<PlatformClients> clients) {
			this.service = service;
			this.clients = clients;
		}

		@GetMapping("/public/hello")
		String hello() {
			return "hello";
		}

		@GetMapping("/public/login")
		String ownLogin() {
			return "Log in to the videos";
		}

		@GetMapping("/me")
		String me(Authentication authentication) {
			return authentication.getPrincipal().getClass().getSimpleName() + " " + authentication.getName();
		}

		@GetMapping({ "/videos", "/public/videos" })
		String videos() {
			return String.valueOf(this.service.videos().block());
		}

		@GetMapping("/client")
		String client(@RegisteredOAuth2AuthorizedClient OAuth2AuthorizedClient client) {
			return client.getAccessToken().getTokenValue();
		}

		@GetMapping("/jobs")
		String jobs() {
			return String.valueOf(this.clients.getObject()
				.get("jobs")
				.webClient()
				.get()
				.uri("videos")
				.retrieve()
				.bodyToMono(String.class)
				.block());
		}

		@GetMapping("/callable")
		Callable<String> callable() {
			return () -> String.valueOf(this.service.videos().block());
		}

		@GetMapping("/mono")
		Mono<String> mono() {
			return this.service.videos();
		}

		@PostMapping("/save")
		Mono<String> save() {
			return this.service.videos();
		}

		@GetMapping("/both")
		Mono<String> both() {
			return this.service.videos().flatMap((first) -> second());
		}

		@GetMapping("/second")
		Mono<String> second() {
			return this.clients.getObject()
				.get("second")
				.webClient()
				.get()
				.uri("videos")
				.retrieve()
				.bodyToMono(String.class);
		}

		@GetMapping("/chain")
		Mono<String> chain() {
			return this.service.videos().zipWith(this.service.videos(), (one, other) -> other);
		}

		@GetMapping("/future")
		CompletableFuture<String> future() {
			return this.service.videos().toFuture();
		}

		@GetMapping("/async")
		CompletableFuture<String> async() {
			return this.service.asynchronously();
		}

		@GetMapping("/thread")
		String thread() throws Exception {
			FutureTask<String> task = new FutureTask<>(() -> this.service.videos().block());
			new Thread(new DelegatingSecurityContextRunnable(task)).start();
			return task.get();
		}

		@GetMapping("/lost")
		String lost() {
			return String.valueOf(Mono.defer(this.service::videos).subscribeOn(Schedulers.boundedElastic()).block());
		}

		@GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
		Flux<String> stream() {
			return Flux.concat(Mono.just("first"), this.service.videos());
		}

		@GetMapping(path = "/event-stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
		Mono<String> eventStream() {
			return this.service.videos();
		}

	}

}
