package io.videoplatform.internal.discovery;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.videoplatform.Gates;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One attempt at a time, for callers on many threads.
 */
class FlightTests {

	private final Platform platform = new Platform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void providerWhenManyThreadsCallThenOneRequest() {
		CountDownLatch gate = gate();
		Discovery discovery = this.platform.discovery();
		List<CompletableFuture<ProviderMetadata>> calls = IntStream.range(0, 100)
			.parallel()
			.mapToObj((i) -> discovery.provider())
			.toList();
		gate.countDown();
		calls.forEach(Platform::get);
		assertThat(this.platform.webFingers()).isEqualTo(1);
		assertThat(this.platform.documents()).isEqualTo(1);
		assertThat(discovery.snapshot().documents().get(0).requests()).isEqualTo(1);
	}

	@Test
	void providerWhenOneCallerCancelsThenOthersAreServed() {
		CountDownLatch gate = gate();
		Discovery discovery = this.platform.discovery();
		CompletableFuture<ProviderMetadata> first = discovery.provider();
		CompletableFuture<ProviderMetadata> second = discovery.provider();
		assertThat(first.cancel(true)).isTrue();
		gate.countDown();
		Platform.get(second);
		assertThat(this.platform.webFingers()).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6 })
	void providerWhenExecutorLacksAThreadOnceThenCallersAreReleasedAndNextIsServed(int refused) {
		AtomicInteger tasks = new AtomicInteger();
		this.platform.executor = (task) -> {
			if (tasks.incrementAndGet() == refused) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			this.platform.threads.execute(task);
		};
		Discovery discovery = this.platform.discovery();
		assertThat(discovery.provider().handle((found, failure) -> "released")).succeedsWithin(Duration.ofSeconds(20));
		this.platform.clock.advance(Duration.ofSeconds(10));
		assertThat(discovery.provider()).succeedsWithin(Duration.ofSeconds(20));
	}

	private CountDownLatch gate() {
		CountDownLatch gate = new CountDownLatch(1);
		this.platform.api.on(Platform.WEBFINGER, (request) -> {
			Gates.await(gate);
			return TestResponse.json(this.platform.jrdFor(this.platform.issuer()), "Cache-Control: max-age=60");
		});
		return gate;
	}

}
