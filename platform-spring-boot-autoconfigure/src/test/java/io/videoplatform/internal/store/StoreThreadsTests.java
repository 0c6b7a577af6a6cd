package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.videoplatform.Gates;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link StoreThreads} whose threads all wait, or cannot go on.
 */
class StoreThreadsTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

	private final CountDownLatch end = new CountDownLatch(1);

	private final AtomicInteger begun = new AtomicInteger();

	private final StoreThreads threads = threads(Schedulers.parallel());

	private static StoreThreads threads(Scheduler scheduler) {
		return new StoreThreads("test-store", 2, scheduler,
				(ex) -> new StoreUnavailableException("Away", ex.getClass().getSimpleName(), ex));
	}

	static List<Throwable> whateverIsThrown() {
		return List.of(new InternalError("simulated"), new StackOverflowError(),
				new NoClassDefFoundError("com/example/Missing"), new IllegalStateException("odd"));
	}

	@AfterEach
	void close() {
		this.end.countDown();
		this.threads.close();
	}

	private CompletableFuture<Integer> call(StoreThreads threads) {
		return threads.call(LONG, this.begun::incrementAndGet).toFuture();
	}

	private List<CompletableFuture<Integer>> occupy(StoreThreads threads) {
		CountDownLatch both = new CountDownLatch(2);
		List<CompletableFuture<Integer>> calls = IntStream.range(0, 2).mapToObj((i) -> threads.call(LONG, () -> {
			both.countDown();
			Gates.await(this.end);
			return 1;
		}).toFuture()).toList();
		Gates.await(both);
		return calls;
	}

	private static void assertFails(CompletableFuture<?> call, String message) {
		assertThat(call).failsWithin(LONG)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(StoreUnavailableException.class)
			.withMessage(message);
	}

	@Test
	void callWhenThousandsWaitThenFurtherOnesFailAtOnce() {
		occupy(this.threads);
		List<CompletableFuture<Integer>> calls = IntStream.range(0, 5_000).mapToObj((i) -> call(this.threads)).toList();
		assertFails(call(this.threads), "Away: RejectedExecutionException");
		this.end.countDown();
		assertThat(calls).allSatisfy((call) -> assertThat(call).succeedsWithin(LONG));
	}

	@Test
	void callWhenThreadsWaitForTheEngineThenFailsByItsDeadlineAndIsNotBegun() {
		StoreThreads timed = threads(this.time);
		List<CompletableFuture<Integer>> silent = occupy(timed);
		CompletableFuture<Integer> waiting = call(timed);
		this.time.advanceTimeBy(LONG);
		assertFails(waiting, "Away: TimeoutException");
		silent.forEach((call) -> assertFails(call, "Away: TimeoutException"));
		this.end.countDown();
		CompletableFuture<Integer> next = call(timed);
		Gates.until(() -> {
			this.time.advanceTime();
			return next.isDone();
		});
		assertThat(this.begun).hasValue(1);
		timed.close();
	}

	@ParameterizedTest
	@MethodSource("whateverIsThrown")
	void callWhenEngineThrowsThenFailsAndNextSucceeds(Throwable thrown) {
		assertFails(this.threads.call(LONG, () -> {
			if (thrown instanceof Error error) {
				throw error;
			}
			throw (Exception) thrown;
		}).toFuture(), "Away: " + thrown.getClass().getSimpleName());
		assertThat(call(this.threads)).succeedsWithin(LONG);
	}

	@Test
	void closeThenOperationsFailAndThreadsEnd() {
		List<CompletableFuture<Integer>> underWay = occupy(this.threads);
		this.threads.close();
		underWay.forEach((call) -> assertFails(call, "The store is closed"));
		assertThat(call(this.threads)).failsWithin(LONG)
			.withThrowableThat()
			.withCauseInstanceOf(StoreUnavailableException.class);
		this.end.countDown();
		Gates.until(() -> Thread.getAllStackTraces()
			.keySet()
			.stream()
			.noneMatch((thread) -> thread.getName().startsWith("test-store")));
	}

}
