package io.videoplatform.internal.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The wait of a thread that may block for the result of the core, which does not block.
 * The core has deadlines of its own, so that this one is reached only if the engine was
 * shut down or an error kept a publisher from completing.
 *
 * @param bound the longest wait
 * @param failure creates what is thrown if there is no result, of a reason and a cause
 */
public record BoundedWait(Duration bound, BiFunction<String, @Nullable Throwable, RuntimeException> failure) {

	/**
	 * What a wait has beyond the deadlines of the core.
	 */
	public static final Duration SLACK = Duration.ofSeconds(1);

	/**
	 * Wait for a publisher, which is cancelled if it does not complete.
	 * @return its value, or {@code null} if it is empty
	 * @throws RuntimeException the failure if it does not complete within the bound, or
	 * the thread is interrupted
	 */
	public <T> @Nullable T on(Mono<T> mono) {
		CompletableFuture<@Nullable T> future = mono.toFuture();
		try {
			return on(future);
		}
		finally {
			future.cancel(true);
		}
	}

	/**
	 * Wait for a future, which is not cancelled: other callers may wait for it.
	 * @throws RuntimeException the failure if it does not complete within the bound, or
	 * the thread is interrupted
	 */
	public <T> @Nullable T on(CompletableFuture<@Nullable T> future) {
		try {
			if (!isDone(future)) {
				throw overdue();
			}
			return future.get();
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw new IllegalStateException(ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw this.failure.apply("was interrupted", ex);
		}
	}

	/**
	 * Not by the future's own wait: a thread of a fork-join pool would meanwhile run
	 * other tasks, however long they take, with the user of the one that waits.
	 */
	private boolean isDone(CompletableFuture<?> future) throws InterruptedException {
		if (future.isDone()) {
			return true;
		}
		CountDownLatch done = new CountDownLatch(1);
		future.whenComplete((value, ex) -> done.countDown());
		return done.await(this.bound.toMillis(), TimeUnit.MILLISECONDS);
	}

	/**
	 * Limit a publisher that no thread waits for.
	 */
	public <T> Mono<T> limit(Mono<T> mono) {
		return mono.timeout(this.bound, Mono.error(this::overdue));
	}

	private RuntimeException overdue() {
		return this.failure.apply("did not end within %d ms".formatted(this.bound.toMillis()), null);
	}

	/**
	 * Wait for a publisher that must not be empty.
	 * @throws RuntimeException the failure if it is empty, too
	 */
	public <T> T require(Mono<T> mono) {
		return required(on(mono));
	}

	/**
	 * Wait for a future that must not complete without a value.
	 * @throws RuntimeException the failure if there is none, too
	 */
	public <T> T require(CompletableFuture<@Nullable T> future) {
		return required(on(future));
	}

	private <T> T required(@Nullable T value) {
		if (value == null) {
			throw this.failure.apply("ended without a result", null);
		}
		return value;
	}

}
