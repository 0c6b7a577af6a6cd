package io.videoplatform.internal.discovery;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.videoplatform.Gates;
import io.videoplatform.PlatformDiscoveryException;
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
	void providerWhenThreadsHaveReadTheSameStateThenOneRequest() {
		CountDownLatch gate = gate();
		Race race = new Race(8);
		this.platform.clock.onRead(race::step);
		Discovery discovery = this.platform.discovery();
		ExecutorService callers = Executors.newFixedThreadPool(8);
		Queue<CompletableFuture<ProviderMetadata>> calls = new ConcurrentLinkedQueue<>();
		IntStream.range(0, 8).forEach((i) -> callers.execute(() -> {
			race.enter();
			calls.add(discovery.provider());
		}));
		Gates.until(() -> calls.size() == 8);
		gate.countDown();
		calls.forEach(Platform::get);
		assertThat(this.platform.webFingers()).isEqualTo(1);
		assertThat(this.platform.documents()).isEqualTo(1);
		assertThat(discovery.snapshot().documents().get(0).requests()).isEqualTo(1);
		callers.shutdownNow();
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
		assertThat(discovery.provider().handle((found, failure) -> "released")).succeedsWithin(Duration.ofSeconds(5));
		this.platform.clock.advance(Duration.ofSeconds(10));
		assertThat(discovery.provider()).succeedsWithin(Duration.ofSeconds(5));
	}

	@Test
	void closeWhenCallersWaitThenReleasedAndLaterOnesFailAtOnce() {
		CountDownLatch gate = gate();
		Discovery discovery = this.platform.discovery();
		CompletableFuture<ProviderMetadata> call = discovery.provider();
		CompletableFuture<ProviderMetadata> login = discovery.confirmedProvider(Duration.ofSeconds(5));
		assertThat(discovery.unfinished()).hasMessageContaining("WebFinger at " + this.platform.api.url());
		discovery.close();
		for (CompletableFuture<ProviderMetadata> waiting : List.of(call, login, discovery.provider())) {
			assertThat(waiting.orTimeout(1, TimeUnit.SECONDS)).failsWithin(Duration.ofSeconds(1));
			PlatformDiscoveryException failure = Platform.failure(waiting);
			assertThat(failure).hasMessageContaining("the application is closing");
			assertThat(failure.isRetryable()).isFalse();
		}
		gate.countDown();
		assertThat(this.platform.events).isEmpty();
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
