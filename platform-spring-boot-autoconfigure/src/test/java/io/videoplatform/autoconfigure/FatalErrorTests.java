package io.videoplatform.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.videoplatform.Gates;
import io.videoplatform.autoconfigure.httpservice.VideoServices;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.testing.TestPlatform;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractSingleValueEncoder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.util.MimeType;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * An error of the virtual machine in an application's own code reaches the caller, and no
 * other, although the thread that brings the token is not the caller's.
 */
class FatalErrorTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	private final ApplicationContextRunner runner = VideoServices.application()
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=canary-password");

	@AfterEach
	void close() {
		this.platform.close();
	}

	static Stream<Error> errors() {
		return Stream.of(new NoClassDefFoundError("com/example/Missing"));
	}

	static Stream<Arguments> errorsAndMoments() {
		return errors().flatMap((error) -> Stream.of(Moment.values()).map((moment) -> Arguments.of(error, moment)));
	}

	private static PlatformClient platform(ApplicationContext context) {
		return context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT);
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
	@MethodSource("errorsAndMoments")
	void callWhenColdAndFilterThrowsThenCallerGetsTheError(Error error, Moment moment) {
		this.runner.run((context) -> {
			WebClient client = platform(context).webClient().mutate().filter(moment.throwing(error)).build();
			assertThat(failure(call(client, "videos"))).hasRootCause(error);
		});
	}

	@ParameterizedTest
	@MethodSource("errorsAndMoments")
	void callWhenSentAgainAndFilterThrowsThenCallerGetsTheError(Error error, Moment moment) {
		this.runner.run((context) -> {
			WebClient client = platform(context).webClient();
			assertThat(call(client, "videos").join()).isEqualTo(200);
			this.platform.issued().revokeAccessTokens();
			WebClient throwing = client.mutate()
				.filter((request, exchange) -> (this.platform.calls().size() > 1)
						? moment.throwing(error).filter(request, exchange) : exchange.exchange(request))
				.build();
			assertThat(failure(call(throwing, "videos"))).hasRootCause(error);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void callWhenBodyOfARestClientThrowsThenCallerGetsTheErrorAndTheNextOneIsServed(String engine) {
		this.runner.withPropertyValues("spring.http.clients.imperative.factory=" + engine)
			.run((context) -> assertThat(errors()).allSatisfy((error) -> {
				RestClient client = platform(context).restClient();
				CompletableFuture<?> call = CompletableFuture
					.supplyAsync(() -> client.post().uri("videos").body((output) -> {
						throw error;
					}).retrieve().toBodilessEntity());
				assertThat(failure(call)).hasRootCause(error);
				assertThat(client.get().uri("videos").retrieve().toBodilessEntity().getStatusCode().value())
					.isEqualTo(200);
			}));
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void callWhenTheChainsOfOthersHaveThrownThenServed(String engine) {
		this.runner.withPropertyValues("spring.http.clients.reactive.connector=" + engine).run((context) -> {
			WebClient client = platform(context).webClient();
			assertThat(call(client, "videos")).succeedsWithin(PATIENCE).isEqualTo(200);
			errors().forEach((error) -> chains(client).forEach((chain) -> {
				CountDownLatch thrown = new CountDownLatch(1);
				chain.apply(() -> {
					thrown.countDown();
					throw error;
				}).toFuture();
				Gates.await(thrown);
				assertThat(call(client, "videos")).succeedsWithin(PATIENCE).isEqualTo(200);
			}));
		});
	}

	private static Stream<Function<Runnable, Mono<?>>> chains(WebClient client) {
		return Stream.of((throwing) -> client.get().uri("videos").exchangeToMono((response) -> {
			throwing.run();
			return Mono.empty();
		}), (throwing) -> client.get()
			.uri("videos")
			.retrieve()
			.bodyToMono(String.class)
			.doOnNext((body) -> throwing.run()),
				(throwing) -> client.post()
					.uri("videos")
					.body(Flux.range(0, 200).map((index) -> "x".repeat(5000)).concatWith(Mono.fromRunnable(throwing)),
							String.class)
					.retrieve()
					.toBodilessEntity());
	}

	@ParameterizedTest
	@MethodSource("errors")
	void currentTokenWhenColdAndApplicationThrowsThenCallerGetsTheError(Error error) {
		this.runner.run((context) -> {
			Mono<String> header = platform(context).currentToken().map((token) -> {
				throw error;
			});
			assertThat(failure(header.toFuture())).hasRootCause(error);
		});
	}

	/**
	 * Nothing before {@code flatMap} can end it once it has the value.
	 */
	@ParameterizedTest
	@MethodSource("errors")
	void currentTokenWhenColdAndFlatMapThrowsThenTimeoutEndsTheWait(Error error) {
		this.runner.run((context) -> {
			Mono<String> header = platform(context).currentToken().flatMap((token) -> {
				throw error;
			});
			assertThat(failure(header.timeout(Duration.ofSeconds(2)).toFuture()))
				.hasRootCauseInstanceOf(TimeoutException.class);
			assertThat(call(platform(context).webClient(), "videos")).succeedsWithin(PATIENCE).isEqualTo(200);
		});
	}

	@ParameterizedTest
	@MethodSource("errors")
	void currentTokenWhenColdAndStepBeforeFlatMapThrowsThenCallerGetsTheError(Error error) {
		this.runner.run((context) -> {
			Mono<String> header = platform(context).currentToken().<Mono<String>>map((token) -> {
				throw error;
			}).flatMap(Function.identity());
			assertThat(failure(header.toFuture())).hasRootCause(error);
		});
	}

	@ParameterizedTest
	@MethodSource("errorsAndMoments")
	void callWhenOneOfManyThrowsThenTheOthersGetTheToken(Error error, Moment moment) {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.server().hold("/token", gate.asMono());
		this.runner.run((context) -> {
			WebClient client = platform(context).webClient()
				.mutate()
				.filter((request, next) -> request.url().getPath().endsWith("/10") ? moment.exchange(error)
						: next.exchange(request))
				.build();
			List<CompletableFuture<Integer>> calls = IntStream.range(0, 20)
				.mapToObj((i) -> call(client, "videos/" + i))
				.toList();
			gate.tryEmitEmpty();
			assertThat(failure(calls.get(10))).hasRootCause(error);
			assertThat(calls).filteredOn((call) -> call != calls.get(10))
				.allSatisfy((call) -> assertThat(call).succeedsWithin(PATIENCE).isEqualTo(200));
			assertThat(this.platform.tokenRequests()).hasSize(1);
			platform(context).invalidate();
			assertThat(call(client, "videos")).succeedsWithin(PATIENCE).isEqualTo(200);
		});
	}

	enum Moment {

		ASSEMBLY {
			@Override
			Mono<ClientResponse> exchange(Error error) {
				throw error;
			}
		},

		SUBSCRIPTION {
			@Override
			Mono<ClientResponse> exchange(Error error) {
				return Mono.defer(() -> {
					throw error;
				});
			}
		},

		REQUEST {
			@Override
			Mono<ClientResponse> exchange(Error error) {
				return Mono.<ClientResponse>never().doOnRequest((n) -> {
					throw error;
				});
			}
		};

		abstract Mono<ClientResponse> exchange(Error error);

		ExchangeFilterFunction throwing(Error error) {
			return (request, next) -> exchange(error);
		}

	}

	private record Title(String value) {
	}

	/**
	 * Writes a title, if nothing is thrown before.
	 */
	private static final class TitleEncoder extends AbstractSingleValueEncoder<Title> {

		private final Runnable before;

		TitleEncoder(Runnable before) {
			super(MediaType.APPLICATION_CBOR);
			this.before = before;
		}

		@Override
		public boolean canEncode(ResolvableType type, @Nullable MimeType mimeType) {
			return type.toClass() == Title.class;
		}

		@Override
		protected Flux<DataBuffer> encode(Title title, DataBufferFactory buffers, ResolvableType type,
				@Nullable MimeType mimeType, @Nullable Map<String, Object> hints) {
			this.before.run();
			return Flux.just(buffers.wrap(title.value().getBytes(StandardCharsets.UTF_8)));
		}

	}

}
