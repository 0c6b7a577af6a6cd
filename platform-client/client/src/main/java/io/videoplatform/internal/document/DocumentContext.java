package io.videoplatform.internal.document;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.videoplatform.PlatformEvent;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.ClockTicker;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.observation.EngineObservations;

import org.springframework.util.function.SingletonSupplier;

/**
 * What documents share: the clock, the executor, jitter, events, and the release of all
 * callers when the application closes.
 */
public final class DocumentContext implements AutoCloseable {

	private final Clock clock;

	private final Executor executor;

	private final RandomGenerator random;

	private final EventPublisher events;

	private final EngineObservations observations;

	private final Supplier<Cache<CachedDocument<?>, DocumentEntry<?>>> cache = SingletonSupplier.of(this::createCache);

	private final Map<CompletableFuture<?>, Supplier<? extends Throwable>> waiting = new ConcurrentHashMap<>();

	private volatile boolean closed;

	public DocumentContext(Clock clock, Executor executor, RandomGenerator random, PlatformEvent.Listener events,
			EngineObservations observations) {
		this.clock = clock;
		this.executor = executor;
		this.random = random;
		this.events = new EventPublisher(events, clock);
		this.observations = observations;
	}

	/**
	 * Return the time that rules freshness and back-off.
	 */
	public Clock clock() {
		return this.clock;
	}

	/**
	 * Return what publishes events.
	 */
	public EventPublisher events() {
		return this.events;
	}

	/**
	 * Return what starts observations.
	 */
	public EngineObservations observations() {
		return this.observations;
	}

	/**
	 * Return whether the context has been closed.
	 */
	public boolean isClosed() {
		return this.closed;
	}

	/**
	 * Fail all callers that wait for a document, on a thread of its own. Nothing is
	 * requested from now on.
	 */
	@Override
	public void close() {
		this.closed = true;
		if (this.waiting.isEmpty()) {
			return;
		}
		EngineScheduler.thread("platform-closing", this::release).start();
	}

	private void release() {
		this.waiting.forEach((future, failure) -> future.completeExceptionally(failure.get()));
	}

	/**
	 * Fail a load when the context is closed before it has ended.
	 */
	void failOnClose(CompletableFuture<?> future, Supplier<? extends Throwable> failure) {
		this.waiting.put(future, failure);
		future.whenComplete((value, ex) -> this.waiting.remove(future));
		if (this.closed) {
			future.completeExceptionally(failure.get());
		}
	}

	/**
	 * Run a task on the executor, or on this thread if the executor takes none because it
	 * is shut down or lacks a thread, so that no caller waits forever.
	 */
	void run(Runnable task) {
		try {
			this.executor.execute(task);
		}
		catch (Throwable ex) {
			task.run();
		}
	}

	/**
	 * Return the cache of documents, in which each lives for as long as HTTP says. The
	 * start of the application does without.
	 */
	Cache<CachedDocument<?>, DocumentEntry<?>> cache() {
		return this.cache.get();
	}

	private Cache<CachedDocument<?>, DocumentEntry<?>> createCache() {
		return Caffeine.newBuilder()
			.weakKeys()
			.expireAfter(Expiry.writing((CachedDocument<?> held, DocumentEntry<?> document) -> Duration
				.between(this.clock.instant(), document.freshUntil())))
			.ticker(ClockTicker.of(this.clock))
			.executor(Runnable::run)
			.build();
	}

	Executor executor() {
		return this.executor;
	}

	RandomGenerator random() {
		return this.random;
	}

}
