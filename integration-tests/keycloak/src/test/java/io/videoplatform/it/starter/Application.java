package io.videoplatform.it.starter;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.PlatformSnapshot;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * A user's application: the starter, a few properties, and calls through
 * {@code platformWebClient}.
 */
final class Application implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private final WebClient client;

	private Application(ConfigurableApplicationContext context) {
		this.context = context;
		this.client = context.getBean("platformWebClient", WebClient.class);
	}

	/**
	 * Starts an application.
	 */
	static Application start(@Nullable Clock clock, List<String> properties) {
		SpringApplicationBuilder builder = new SpringApplicationBuilder(Configuration.class)
			.web(WebApplicationType.NONE);
		if (clock != null) {
			builder.initializers((context) -> context.getBeanFactory().registerSingleton("platformClock", clock));
		}
		String[] arguments = properties.stream().map((property) -> "--" + property).toArray(String[]::new);
		return new Application(builder.run(arguments));
	}

	/**
	 * Makes a call.
	 */
	String call() {
		JsonNode response = this.client.get()
			.uri("videos")
			.retrieve()
			.bodyToMono(JsonNode.class)
			.block(Deployment.HANG_GUARD);
		assertThat(response).isNotNull();
		return response.path("username").asString();
	}

	/**
	 * Makes a call that must fail for want of a token.
	 */
	PlatformAuthorizationException failure() {
		PlatformAuthorizationException failure = catchThrowableOfType(PlatformAuthorizationException.class, this::call);
		assertThat(failure).isNotNull();
		return failure;
	}

	/**
	 * Makes a call without waiting for it.
	 */
	Mono<Integer> status() {
		return this.client.get()
			.uri("videos")
			.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()));
	}

	/**
	 * Begins calls at once on several threads.
	 */
	CompletableFuture<List<Integer>> begin(int calls) {
		return Flux.range(0, calls)
			.flatMap((number) -> status().subscribeOn(Schedulers.parallel()), calls)
			.collectList()
			.toFuture()
			.orTimeout(Deployment.HANG_GUARD.toSeconds(), TimeUnit.SECONDS);
	}

	/**
	 * Makes calls at once on several threads, all of which must succeed with 200.
	 */
	void callAtOnce(int calls) {
		assertThat(begin(calls).join()).hasSize(calls).containsOnly(200);
	}

	/**
	 * Returns what the application holds.
	 */
	PlatformSnapshot snapshot() {
		return this.context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT).snapshot();
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * What a user writes.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Configuration {

	}

}
