package io.videoplatform.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import io.videoplatform.Gates;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.store.StoreUnavailableException;
import io.videoplatform.internal.token.login.SteppingScheduler;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link JdbcThreads} whose threads all wait, or cannot be created.
 */
class JdbcThreadsTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private static final String SILENT = "The store in table any did not respond within 60000 ms";

	private static final String BUSY = "The store in table any is busy: too many operations wait for it";

	private final AtomicInteger connections = new AtomicInteger();

	private final AtomicReference<Throwable> toThrow = new AtomicReference<>();

	private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

	private final CountDownLatch end = new CountDownLatch(1);

	private final JdbcThreads threads = threads(Schedulers.parallel());

	private final JdbcThreads timedThreads = threads(this.time);

	private JdbcThreads threads(Scheduler scheduler) {
		JdbcDataSource database = new JdbcDataSource();
		database.setURL("jdbc:h2:mem:" + UUID.randomUUID());
		DataSource dataSource = new DelegatingDataSource(database) {

			@Override
			public Connection getConnection() throws SQLException {
				JdbcThreadsTests.this.connections.incrementAndGet();
				throwIfSet(JdbcThreadsTests.this.toThrow);
				return super.getConnection();
			}

		};
		return new JdbcThreads(dataSource, "any", scheduler);
	}

	private static void throwIfSet(AtomicReference<Throwable> toThrow) {
		Throwable next = toThrow.getAndSet(null);
		if (next instanceof Error error) {
			throw error;
		}
		if (next instanceof RuntimeException exception) {
			throw exception;
		}
	}

	/**
	 * Return threads of which the first one cannot be created.
	 */
	static ThreadFactory firstNotCreated(Throwable thrown) {
		AtomicReference<Throwable> toThrow = new AtomicReference<>(thrown);
		return (task) -> {
			throwIfSet(toThrow);
			return new Thread(task, "platform-store-test");
		};
	}

	static List<Throwable> whateverIsThrown() {
		return List.of(new InternalError("simulated"), new StackOverflowError(),
				new NoClassDefFoundError("com/example/Missing"), new AssertionError("simulated"),
				new IllegalStateException("odd"));
	}

	@AfterEach
	void close() {
		this.end.countDown();
		this.threads.close();
		this.timedThreads.close();
	}

	private static CompletableFuture<Integer> call(JdbcThreads threads, Duration deadline) {
		return threads.call(deadline, JdbcThreadsTests::one).toFuture();
	}

	private static int one(JdbcClient client) {
		return client.sql("SELECT 1").query(Integer.class).single();
	}

	/**
	 * Use a thread until the gate opens.
	 */
	private static CompletableFuture<Integer> occupy(JdbcThreads threads, CountDownLatch gate) {
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<Integer> result = threads.call(LONG, (client) -> {
			begun.countDown();
			Gates.await(gate);
			return 1;
		}).toFuture();
		Gates.await(begun);
		return result;
	}

	private void occupyAll(JdbcThreads threads) {
		IntStream.range(0, 4).forEach((i) -> occupy(threads, this.end));
	}

	private static void assertFails(CompletableFuture<Integer> call, String message, PlatformError error) {
		assertThat(call).failsWithin(LONG)
			.withThrowableOfType(ExecutionException.class)
			.havingCause()
			.isInstanceOf(StoreUnavailableException.class)
			.withMessage(message)
			.returns(error, StoreUnavailableException::errorOf);
	}

	@Test
	void callWhenThousandsWaitThenNoneIsRefused() {
		occupyAll(this.threads);
		List<CompletableFuture<Integer>> calls = IntStream.range(0, 5_000)
			.mapToObj((i) -> call(this.threads, LONG))
			.toList();
		assertThat(calls).noneMatch(CompletableFuture::isDone);
		assertFails(call(this.threads, LONG), BUSY, PlatformError.STORE_BUSY);
		this.end.countDown();
		assertThat(calls).allSatisfy((call) -> assertThat(call).succeedsWithin(LONG));
	}

	@Test
	void callWhenCancelledInTheQueueThenNotExecuted() {
		occupyAll(this.threads);
		IntStream.range(0, 1_000)
			.mapToObj((i) -> call(this.threads, LONG))
			.toList()
			.forEach((call) -> call.cancel(false));
		CompletableFuture<Integer> last = call(this.threads, LONG);
		this.end.countDown();
		assertThat(last).succeedsWithin(LONG);
		assertThat(this.connections).hasValue(5);
	}

	@Test
	void callWhenItHadNoThreadInTimeAndDatabaseRespondedThenBusy() {
		CountDownLatch first = new CountDownLatch(1);
		CompletableFuture<Integer> responded = occupy(this.timedThreads, first);
		List<CompletableFuture<Integer>> silent = IntStream.range(0, 3)
			.mapToObj((i) -> occupy(this.timedThreads, this.end))
			.toList();
		CompletableFuture<Integer> late = call(this.timedThreads, Duration.ofNanos(1));
		CompletableFuture<Integer> taken = this.timedThreads.call(LONG, (client) -> {
			Gates.await(this.end);
			return 1;
		}).toFuture();
		CompletableFuture<Integer> waiting = call(this.timedThreads, LONG);
		first.countDown();
		assertThat(responded).succeedsWithin(LONG);
		assertFails(late, BUSY, PlatformError.STORE_BUSY);
		Gates.until(() -> this.connections.get() == 6);
		this.time.advanceTimeBy(LONG);
		assertFails(waiting, BUSY, PlatformError.STORE_BUSY);
		assertFails(taken, SILENT, PlatformError.STORE);
		assertThat(silent).allSatisfy((call) -> assertFails(call, SILENT, PlatformError.STORE));
	}

	@Test
	void callWhenItHadNoThreadAndDatabaseDidNotRespondThenNoResponse() {
		assertThat(call(this.timedThreads, LONG)).succeedsWithin(LONG);
		occupyAll(this.timedThreads);
		CompletableFuture<Integer> waiting = call(this.timedThreads, LONG);
		this.time.advanceTimeBy(LONG);
		assertFails(waiting, SILENT, PlatformError.STORE);
	}

	@ParameterizedTest
	@MethodSource("whateverIsThrown")
	void callWhenThreadCannotBeCreatedThenFailsAndNextSucceeds(Throwable thrown) {
		JdbcDataSource database = new JdbcDataSource();
		database.setURL("jdbc:h2:mem:" + UUID.randomUUID());
		JdbcThreads some = new JdbcThreads(database, "any", Schedulers.parallel(), firstNotCreated(thrown));
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> some.call(LONG, JdbcThreadsTests::one).block(LONG))
			.withMessage("The store in table any is not available: " + thrown.getClass().getSimpleName())
			.withCause(thrown);
		assertThat(call(some, LONG)).succeedsWithin(LONG);
		some.close();
	}

	@ParameterizedTest
	@MethodSource("whateverIsThrown")
	void callWhenDataSourceThrowsThenFailsAndNextSucceeds(Throwable thrown) {
		this.toThrow.set(thrown);
		assertFails(call(this.threads, LONG),
				"The store in table any is not available: " + thrown.getClass().getSimpleName(), PlatformError.STORE);
		assertThat(call(this.threads, LONG)).succeedsWithin(LONG);
	}

	@Test
	void callWhenResultCannotBePassedOnThenFailsByTheDeadline() {
		AtomicReference<Throwable> thrown = new AtomicReference<>(new InternalError("simulated"));
		Scheduler failing = new SteppingScheduler(this.time, () -> {
		}) {

			@Override
			public Worker createWorker() {
				throwIfSet(thrown);
				return super.createWorker();
			}

			@Override
			public Disposable schedule(Runnable task) {
				throwIfSet(thrown);
				return super.schedule(task);
			}

		};
		JdbcThreads some = threads(failing);
		CompletableFuture<Integer> lost = call(some, LONG);
		Gates.until(() -> thrown.get() == null);
		this.time.advanceTimeBy(LONG);
		assertFails(lost, BUSY, PlatformError.STORE_BUSY);
		assertThat(call(some, LONG)).succeedsWithin(LONG);
		some.close();
	}

}
