package io.videoplatform.login.servlet;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The pages of an application: what the platform answers to calls for the user, made in
 * all the ways that controllers have.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAsync
@Import({ Pages.Controller.class, Pages.Service.class })
class Pages {

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

		Controller(Service service) {
			this.service = service;
		}

		@GetMapping("/public/hello")
		String hello() {
			return "hello";
		}

		@GetMapping("/own-login")
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

		@GetMapping("/callable")
		Callable<String> callable() {
			return () -> String.valueOf(this.service.videos().block());
		}

		@GetMapping("/mono")
		Mono<String> mono() {
			return this.service.videos();
		}

		@GetMapping("/future")
		CompletableFuture<String> future() {
			return this.service.videos().toFuture();
		}

		@GetMapping("/async")
		CompletableFuture<String> async() {
			return this.service.asynchronously();
		}

		@GetMapping(path = "/event-stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
		Mono<String> eventStream() {
			return this.service.videos();
		}

	}

}
