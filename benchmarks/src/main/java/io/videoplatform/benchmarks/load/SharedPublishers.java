package io.videoplatform.benchmarks.load;

import java.security.Principal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.videoplatform.PlatformAuthorizationException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/**
 * Calls the API behind publishers that all users share: a call goes on on the thread of
 * the user who made the publisher emit. Each response is "true" if the call carried the
 * token of the user whose request it was made for.
 */
@RestController
class SharedPublishers implements DisposableBean {

	private static final Duration SHARED = Duration.ofMillis(50);

	private final WebClient client;

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private final Mono<String> cached = Mono.fromCallable(SharedPublishers::slow).cache(SHARED);

	private final Sinks.Many<Long> ticks = Sinks.many().multicast().directBestEffort();

	/**
	 * Connected from the beginning: a subscriber that comes as the last one leaves may
	 * wait for ever behind {@code share()}.
	 */
	private final Flux<Long> hot = Flux.interval(Duration.ofMillis(20)).onBackpressureDrop().publish().autoConnect(0);

	private volatile CompletableFuture<String> next = new CompletableFuture<>();

	SharedPublishers(@Qualifier("platformWebClient") WebClient client) {
		this.client = client;
		this.timer.scheduleAtFixedRate(this::completeNext, 20, 20, TimeUnit.MILLISECONDS);
	}

	private static String slow() {
		Moments.pause(Duration.ofMillis(5));
		return "slow";
	}

	private void completeNext() {
		CompletableFuture<String> completed = this.next;
		this.next = new CompletableFuture<>();
		completed.complete("next");
	}

	@GetMapping("/plain")
	Mono<String> plain(Principal principal) {
		return call(principal);
	}

	@GetMapping("/cached")
	Mono<String> cached(Principal principal) {
		return this.cached.flatMap((value) -> call(principal));
	}

	/**
	 * Emits to all who wait on the thread of the one who came last.
	 */
	@GetMapping("/sink")
	Mono<String> sink(Principal principal) {
		Mono<Long> tick = this.ticks.asFlux().next().timeout(SHARED, Mono.just(0L));
		return Mono.defer(() -> {
			this.ticks.tryEmitNext(System.nanoTime());
			return tick;
		}).flatMap((value) -> call(principal));
	}

	@GetMapping("/hot")
	Mono<String> hot(Principal principal) {
		return this.hot.next().flatMap((value) -> call(principal));
	}

	@GetMapping("/future")
	Mono<String> future(Principal principal) {
		return Mono.fromFuture(this.next, true).flatMap((value) -> call(principal));
	}

	private Mono<String> call(Principal principal) {
		String expected = "{\"user\":\"%s\"}".formatted(principal.getName());
		return this.client.get()
			.uri("me")
			.retrieve()
			.bodyToMono(String.class)
			.map((response) -> String.valueOf(response.equals(expected)));
	}

	@ExceptionHandler(PlatformAuthorizationException.class)
	@ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
	String unavailable(PlatformAuthorizationException ex) {
		return (ex.isRetryable() ? "retryable: " : "final: ") + ex.getMessage();
	}

	@ExceptionHandler(WebClientResponseException.class)
	@ResponseStatus(HttpStatus.BAD_GATEWAY)
	String refused(WebClientResponseException ex) {
		return String.valueOf(ex.getStatusCode());
	}

	@Override
	public void destroy() {
		this.timer.shutdownNow();
	}

}
