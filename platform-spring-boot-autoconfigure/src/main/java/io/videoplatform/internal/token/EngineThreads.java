package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * The threads that the engine's work starts and completes on, and their end: it ends all
 * that is under way and refuses what comes later.
 */
final class EngineThreads {

	private final Scheduler scheduler;

	private final Sinks.Empty<Void> end = Sinks.empty();

	private volatile boolean closed;

	EngineThreads(Scheduler scheduler) {
		this.scheduler = scheduler;
	}

	Scheduler scheduler() {
		return this.scheduler;
	}

	void close() {
		this.closed = true;
		this.end.tryEmitEmpty();
	}

	/**
	 * Bind work to a time limit and to the life of the engine.
	 * @return the work, which completes on a thread of the engine
	 */
	<T> Mono<T> bind(Mono<T> work, Duration limit) {
		return bind(work.timeout(limit, this.scheduler).publishOn(this.scheduler));
	}

	/**
	 * Bind work to the life of the engine.
	 * @return the work, which fails with a {@link CancellationException} as soon as the
	 * engine is closed and with an {@link IllegalStateException} if it ends empty
	 */
	<T> Mono<T> bind(Mono<T> work) {
		return Mono.defer(() -> this.closed ? Mono.error(EngineThreads::closing)
				: work.switchIfEmpty(Mono.error(() -> new IllegalStateException("it ended without a result")))
					.takeUntilOther(this.end.asMono())
					.switchIfEmpty(Mono.error(EngineThreads::closing)));
	}

	/**
	 * Return why work ended: threads that are gone refuse it.
	 */
	Throwable cause(Throwable ex) {
		boolean gone = this.closed || this.scheduler.isDisposed();
		return (ex instanceof RejectedExecutionException && gone) ? new CancellationException("closed") : ex;
	}

	private static CancellationException closing() {
		return new CancellationException("the application is closing");
	}

}
