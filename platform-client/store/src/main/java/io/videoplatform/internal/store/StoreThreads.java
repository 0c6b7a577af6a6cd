package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * The few threads that wait for an engine. An operation ends at its deadline, whether or
 * not its thread still waits.
 */
public final class StoreThreads implements AutoCloseable {

	private static final int QUEUE = 5_000;

	private static final Duration REMINDER = Duration.ofSeconds(5);

	private final ThreadPoolExecutor pool;

	private final Scheduler scheduler;

	private final Function<Throwable, StoreUnavailableException> exceptions;

	private final Sinks.Empty<Void> end = Sinks.empty();

	public StoreThreads(String name, int threads, Scheduler scheduler,
			Function<Throwable, StoreUnavailableException> exceptions) {
		this.pool = new ThreadPoolExecutor(threads, threads, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE),
				EngineScheduler.threadFactory(name));
		this.pool.allowCoreThreadTimeOut(true);
		this.scheduler = scheduler;
		this.exceptions = exceptions;
	}

	/**
	 * Use the engine. A future is not interrupted when it is cancelled: H2 closes a file
	 * whose reader is interrupted, and a Redis client may lose a connection that it is
	 * about to open.
	 * @param deadline when the operation fails
	 * @param work waits for the engine
	 * @return the result; fails with a {@link StoreUnavailableException}
	 */
	public <T> Mono<T> call(Duration deadline, Callable<T> work) {
		return Mono.fromFuture(() -> CompletableFuture.supplyAsync(() -> result(work), this.pool))
			.takeUntilOther(end())
			.switchIfEmpty(Mono.error(() -> new StoreUnavailableException("The store is closed", null)))
			.publishOn(this.scheduler)
			// Last, so that it holds also if the result cannot be passed on
			.timeout(deadline, this.scheduler)
			.onErrorMap((ex) -> !(ex instanceof StoreUnavailableException), this.exceptions);
	}

	private static <T> T result(Callable<T> work) {
		try {
			return work.call();
		}
		catch (Exception ex) {
			throw new CompletionException(ex);
		}
	}

	/**
	 * Return hints that go on until the store is closed: as long as they fail, any value
	 * may have changed.
	 */
	public Flux<Change> changes(Flux<Change> hints) {
		return hints.onErrorResume((ex) -> Flux.concat(Mono.just(Change.ANY), Mono.error(ex)))
			.retryWhen(Retry.fixedDelay(Long.MAX_VALUE, REMINDER).scheduler(this.scheduler))
			.takeUntilOther(end())
			.share();
	}

	/**
	 * Return what measures deadlines.
	 */
	public Scheduler scheduler() {
		return this.scheduler;
	}

	/**
	 * Return a signal that completes when the store is closed.
	 */
	public Mono<Void> end() {
		return this.end.asMono();
	}

	/**
	 * Let no operation begin any more, and end those under way.
	 */
	@Override
	public void close() {
		this.pool.shutdown();
		this.end.tryEmitEmpty();
	}

}
