package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.videoplatform.autoconfigure.httpservice.VideoServices;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static io.videoplatform.testing.TestCalls.client;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * An error of the virtual machine in an application's own code reaches the caller, and no
 * other, although the thread that brings the token is not the caller's.
 */
class FatalErrorTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Error ERROR = new NoClassDefFoundError("com/example/Missing");

	private final TestPlatform platform = new TestPlatform();

	private final ApplicationContextRunner runner = VideoServices.application()
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=canary-password");

	@AfterEach
	void close() {
		this.platform.close();
	}

	private static CompletableFuture<Integer> call(WebClient client, String uri) {
		return client.get()
			.uri(uri)
			.retrieve()
			.toBodilessEntity()
			.map((response) -> response.getStatusCode().value())
			.toFuture();
	}

	private static Throwable failure(CompletableFuture<?> call) {
		return catchThrowable(() -> call.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join());
	}

	@ParameterizedTest
	@EnumSource
	void callWhenColdOrSentAgainAndFilterThrowsThenCallerGetsTheError(Moment moment) {
		this.runner.run((context) -> {
			WebClient client = client(context).webClient();
			WebClient throwing = client.mutate().filter((request, next) -> moment.exchange()).build();
			assertThat(failure(call(throwing, "videos"))).hasRootCause(ERROR);
			assertThat(call(client, "videos").join()).isEqualTo(200);
			this.platform.issued().revokeAccessTokens();
			WebClient throwingLater = client.mutate()
				.filter((request, next) -> (this.platform.calls().size() > 1) ? moment.exchange()
						: next.exchange(request))
				.build();
			assertThat(failure(call(throwingLater, "videos"))).hasRootCause(ERROR);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void callWhenBodyOfARestClientThrowsThenCallerGetsTheErrorAndTheNextOneIsServed(String engine) {
		this.runner.withPropertyValues("spring.http.clients.imperative.factory=" + engine).run((context) -> {
			RestClient client = client(context).restClient();
			CompletableFuture<?> call = CompletableFuture
				.supplyAsync(() -> client.post().uri("videos").body((output) -> {
					throw ERROR;
				}).retrieve().toBodilessEntity());
			assertThat(failure(call)).hasRootCause(ERROR);
			assertThat(client.get().uri("videos").retrieve().toBodilessEntity().getStatusCode().value()).isEqualTo(200);
		});
	}

	@Test
	void currentTokenWhenColdAndApplicationThrowsThenCallerGetsTheError() {
		this.runner.run((context) -> {
			Mono<String> header = client(context).currentToken().map((token) -> {
				throw ERROR;
			});
			assertThat(failure(header.toFuture())).hasRootCause(ERROR);
		});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenOneOfManyThrowsThenTheOthersGetTheToken(Moment moment) {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.server().hold("/token", gate.asMono());
		this.runner.run((context) -> {
			WebClient client = client(context).webClient()
				.mutate()
				.filter((request, next) -> request.url().getPath().endsWith("/10") ? moment.exchange()
						: next.exchange(request))
				.build();
			List<CompletableFuture<Integer>> calls = IntStream.range(0, 20)
				.mapToObj((i) -> call(client, "videos/" + i))
				.toList();
			gate.tryEmitEmpty();
			assertThat(failure(calls.get(10))).hasRootCause(ERROR);
			assertThat(calls).filteredOn((call) -> call != calls.get(10))
				.allSatisfy((call) -> assertThat(call).succeedsWithin(PATIENCE).isEqualTo(200));
			assertThat(this.platform.tokenRequests()).hasSize(1);
		});
	}

	enum Moment {

		ASSEMBLY, SUBSCRIPTION, REQUEST;

		Mono<ClientResponse> exchange() {
			return switch (this) {
				case ASSEMBLY -> throw ERROR;
				case SUBSCRIPTION -> Mono.defer(() -> {
					throw ERROR;
				});
				case REQUEST -> Mono.<ClientResponse>never().doOnRequest((number) -> {
					throw ERROR;
				});
			};
		}

	}

}
