package io.videoplatform.internal.store;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Records in the memory of one process.
 */
public final class MemoryRecordStore implements RecordStore {

	private static final Duration BUSY = Duration.ofSeconds(60);

	private final Clock clock;

	private final Cache<String, Write> held;

	private final Sinks.Many<Change> changes = Sinks.many().multicast().directBestEffort();

	private volatile boolean closed;

	/**
	 * Create a new instance.
	 * @param clock the clock of this engine
	 */
	public MemoryRecordStore(Clock clock) {
		this.clock = clock;
		this.held = Caffeine.newBuilder()
			.expireAfter(Expiry.<String, Write>writing((key, write) -> write.life()))
			.ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
			.executor(Runnable::run)
			.build();
	}

	@Override
	public Mono<StoredEntry> read(String key) {
		return Mono.fromSupplier(() -> entry(open().getIfPresent(key)));
	}

	@Override
	public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
		return Mono.fromSupplier(() -> {
			if (store(open().asMap(), key, expected, write)) {
				this.changes.emitNext(new Change(key, write.generation()), Sinks.EmitFailureHandler.busyLooping(BUSY));
			}
			return entry(this.held.getIfPresent(key));
		});
	}

	private static boolean store(ConcurrentMap<String, Write> held, String key, @Nullable String expected,
			Write write) {
		if (expected == null) {
			return held.putIfAbsent(key, write) == null;
		}
		Write current = held.get(key);
		return current != null && current.stamp().equals(expected) && held.replace(key, current, write);
	}

	@Override
	public Flux<Change> changes() {
		return this.changes.asFlux();
	}

	@Override
	public void close() {
		this.closed = true;
	}

	private Cache<String, Write> open() {
		if (this.closed) {
			throw new StoreUnavailableException("The store is closed", null);
		}
		return this.held;
	}

	private StoredEntry entry(@Nullable Write write) {
		long now = this.clock.millis();
		return (write != null) ? new StoredEntry(write.stamp(), write.value().clone(), now) : StoredEntry.empty(now);
	}

}
