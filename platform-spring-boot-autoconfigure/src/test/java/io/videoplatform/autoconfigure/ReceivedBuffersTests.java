package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.videoplatform.Gates;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestResponse.Ending;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every buffer that {@code platformWebClient} receives is released, however a call ends:
 * Netty's allocator counts them.
 */
class ReceivedBuffersTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String LARGE = "x".repeat(200_000);

	private static final String REJECTED = "WWW-Authenticate: Bearer error=\"invalid_token\"";

	private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);

	private final TestPlatform platform = new TestPlatform();

	private final CountDownLatch received = new CountDownLatch(1);

	private final ApplicationContextRunner runner = ClientApplication.of(this.platform)
		.withBean(ClientHttpConnectorBuilderCustomizer.class, this::counting);

	private ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> counting() {
		return (builder) -> builder
			.withHttpClientCustomizer((client) -> client.option(ChannelOption.ALLOCATOR, this.allocator));
	}

	@AfterEach
	void close() {
		this.platform.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "COMPLETE", "TRUNCATED" })
	void callWhenTokenIsRejectedThenReleased(Ending ending) {
		this.platform.api((call) -> call.bearer().equals("access-1")
				? TestResponse.of(401, LARGE, REJECTED).ending(ending) : TestResponse.json(LARGE));
		run((call) -> assertThat(call.block(PATIENCE)).isEqualTo(200));
		assertThat(this.platform.calls()).hasSize(2);
	}

	@Test
	void callWhenCancelledWhileNextTokenIsAwaitedThenReleased() {
		this.platform.api((call) -> {
			this.platform.server().hold("/token", Mono.never());
			return TestResponse.of(401, LARGE, REJECTED);
		});
		run((call) -> {
			Disposable running = call.subscribe();
			this.platform.server().awaitRequests("/token", 2);
			running.dispose();
		});
	}

	@ParameterizedTest
	@EnumSource(names = { "COMPLETE", "TRUNCATED" })
	void callWhenRedirectedThenReleased(Ending ending) {
		this.platform.api((call) -> call.uri().endsWith("/videos")
				? TestResponse.of(302, LARGE, "Location: /v1/other").ending(ending) : TestResponse.json(LARGE));
		run((call) -> assertThat(call.block(PATIENCE)).isEqualTo(200));
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://foreign.example/", "http://:x", "" })
	void callWhenRedirectIsNotFollowedThenReleased(String location) {
		this.platform.api((call) -> TestResponse.of(302, LARGE, "Location: " + location));
		run((call) -> assertThat(call.block(PATIENCE)).isEqualTo(302));
	}

	@Test
	void callWhenCancelledWhileResponseIsReadThenReleased() {
		this.platform.api((call) -> TestResponse.of(200, LARGE).ending(Ending.STALLED));
		run(this::cancelAsBodyArrives);
	}

	private void cancelAsBodyArrives(Mono<Integer> call) {
		Disposable running = call.subscribe();
		Gates.await(this.received);
		running.dispose();
	}

	private Mono<ClientResponse> watched(ClientResponse response) {
		return Mono.just(response.mutate().body((body) -> body.doOnNext((piece) -> this.received.countDown())).build());
	}

	/**
	 * Do something with a call, and wait until all that it received is released.
	 */
	private void run(Consumer<Mono<Integer>> test) {
		this.runner.run((context) -> {
			WebClient client = context.getBean("platformWebClient", WebClient.class)
				.mutate()
				.filter(ExchangeFilterFunction.ofResponseProcessor(this::watched))
				.build();
			test.accept(client.get()
				.uri("videos")
				.exchangeToMono(
						(response) -> response.bodyToMono(byte[].class).thenReturn(response.statusCode().value())));
			Gates.until(() -> this.allocator.metric().usedDirectMemory() == 0);
		});
	}

}
