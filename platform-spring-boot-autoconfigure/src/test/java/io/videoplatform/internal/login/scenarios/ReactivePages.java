package io.videoplatform.internal.login.scenarios;

import java.time.Duration;

import io.videoplatform.client.PlatformClients;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The pages of a reactive application: what the platform returns for calls for the user,
 * made in all the ways that reactive chains have.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ ReactivePages.Controller.class, ReactiveSpringParts.class, ReactiveSharing.class })
class ReactivePages {

	/**
	 * Makes the pages.
	 */
	@RestController
	static class Controller {

		private final WebClient platform;

		private final PlatformClients clients;

		Controller(@Qualifier("platformWebClient") WebClient platform, PlatformClients clients) {
			this.platform = platform;
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

		@GetMapping({ "/videos", "/public/videos", "/mono" })
		Mono<String> videos() {
			return this.platform.get().uri("videos").retrieve().bodyToMono(String.class);
		}

		@GetMapping("/client")
		String client(@RegisteredOAuth2AuthorizedClient OAuth2AuthorizedClient client) {
			return client.getAccessToken().getTokenValue();
		}

		@GetMapping("/jobs")
		Mono<String> jobs() {
			return this.clients.get("jobs").webClient().get().uri("videos").retrieve().bodyToMono(String.class);
		}

		@PostMapping("/save")
		Mono<String> save() {
			return videos();
		}

		@GetMapping("/both")
		Mono<String> both() {
			return videos().flatMap((first) -> second());
		}

		@GetMapping("/second")
		Mono<String> second() {
			return this.clients.get("second").webClient().get().uri("videos").retrieve().bodyToMono(String.class);
		}

		@GetMapping("/chain")
		Mono<String> chain() {
			return Mono.delay(Duration.ZERO)
				.flatMap((tick) -> videos())
				.publishOn(Schedulers.parallel())
				.flatMap((first) -> videos());
		}

		@GetMapping("/thread")
		Mono<String> thread() {
			return Mono.defer(this::videos).subscribeOn(Schedulers.boundedElastic());
		}

		@GetMapping("/lost")
		Mono<String> lost() {
			return Mono.fromFuture(() -> videos().toFuture());
		}

		@GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
		Flux<String> stream() {
			return Flux.concat(Mono.just("first"), videos());
		}

		@GetMapping(path = "/event-stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
		Mono<String> eventStream() {
			return videos();
		}

	}

}
