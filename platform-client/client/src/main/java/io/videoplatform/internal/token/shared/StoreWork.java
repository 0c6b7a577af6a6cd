package io.videoplatform.internal.token.shared;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import com.github.benmanes.caffeine.cache.Ticker;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * What this node does with the store whether or not a caller waits for it: how long it
 * goes on while the store does not respond, and what is still under way in the end.
 */
public final class StoreWork implements AutoCloseable {

	private static final Duration MIN_PAUSE = Duration.ofMillis(50);

	private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

	/**
	 * How long an engine that does not respond is waited for in the end.
	 */
	private static final Duration LAST_TRIES = Duration.ofSeconds(3);

	private static final Duration TICK = Duration.ofMillis(50);

	private final Duration exchange;

	private final Duration retention;

	private final Ticker ticker;

	private final Scheduler scheduler;

	private final Consumer<Throwable> failures;

	private final AtomicInteger underWay = new AtomicInteger();

	private volatile boolean draining;

	private volatile long lastTry = Long.MAX_VALUE;

	public StoreWork(Duration exchange, Duration retention, Ticker ticker, Scheduler scheduler,
			Consumer<Throwable> failures) {
		this.exchange = exchange;
		this.retention = retention;
		this.ticker = ticker;
		this.scheduler = scheduler;
		this.failures = failures;
	}

	/**
	 * Do work whether or not a caller waits for it.
	 */
	public void detach(Mono<?> work) {
		track(work).subscribe((done) -> {
		}, (ex) -> {
			if (!(ex instanceof UnreadableRecordException)) {
				report(ex);
			}
		});
	}

	/**
	 * Begin work that goes on if its caller waits no longer, and return its result for
	 * all who wait.
	 */
	public <T> Mono<T> begin(Mono<T> work) {
		Mono<T> begun = work.cache();
		detach(begun);
		return begun;
	}

	/**
	 * Begin work that goes on until the store responds, also if its caller waits no
	 * longer. It may be done more than once.
	 */
	public <T> Mono<T> beginUntilStored(Mono<T> work) {
		return begin(untilStored(work));
	}

	/**
	 * Return work that goes on until the store responds. It may be done more than once.
	 */
	public <T> Mono<T> untilStored(Mono<T> work) {
		return Mono.defer(() -> work.retryWhen(persistently(this.retention)));
	}

	/**
	 * Return how to go on a little: long enough for a connection that was cut. The work
	 * must have the same result if it was done already.
	 */
	public Retry briefly() {
		return Retry.backoff(2, MIN_PAUSE)
			.scheduler(this.scheduler)
			.filter(StoreUnavailableException.class::isInstance)
			.onRetryExhaustedThrow((retries, last) -> last.failure());
	}

	/**
	 * Return how to go on until there is a response, or it is too late for one.
	 */
	public Retry persistently(Duration limit) {
		long end = this.ticker.read() + limit.toNanos();
		return Retry.backoff(Long.MAX_VALUE, MIN_PAUSE)
			.maxBackoff(MAX_PAUSE)
			.scheduler(this.scheduler)
			.filter((ex) -> ex instanceof StoreUnavailableException && this.ticker.read() < Math.min(end, this.lastTry))
			.onRetryExhaustedThrow((retries, last) -> last.failure());
	}

	/**
	 * Count work as under way.
	 */
	public <T> Mono<T> track(Mono<T> work) {
		return Mono.defer(() -> {
			this.underWay.incrementAndGet();
			return work.doFinally((signal) -> this.underWay.decrementAndGet());
		});
	}

	/**
	 * Wait for what is under way: requests to a provider, and the writes that follow on
	 * them. Nothing begins later.
	 * @return completes when nothing is under way any more, or the time is over
	 */
	public Mono<Void> drain() {
		return Mono.defer(() -> {
			this.draining = true;
			this.lastTry = Math.min(this.lastTry, this.ticker.read() + LAST_TRIES.toNanos());
			return Flux.interval(Duration.ZERO, TICK, this.scheduler)
				.filter((tick) -> this.underWay.get() == 0)
				.next()
				.timeout(this.exchange.plus(LAST_TRIES), Mono.empty(), this.scheduler)
				.then();
		});
	}

	/**
	 * End what is repeated until there is a response.
	 */
	@Override
	public void close() {
		this.lastTry = Long.MIN_VALUE;
	}

	/**
	 * Return whether nothing new may begin.
	 */
	public boolean isDraining() {
		return this.draining;
	}

	/**
	 * Report a failure that no caller waits for.
	 */
	public void report(Throwable failure) {
		this.failures.accept(failure);
	}

	/**
	 * Return the threads on which requests are sent and responses waited for.
	 */
	public Scheduler scheduler() {
		return this.scheduler;
	}

}
