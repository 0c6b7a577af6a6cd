package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.videoplatform.internal.token.shared.StoreException;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * A store that notes how its engine does, and that no operation reaches before the keys
 * of this node were compared with those that the store is used with: once at first, and
 * again after each failure. After a failure any value may have changed. Each step ends by
 * a limit of its own, whatever the engine throws: all other operations wait for a
 * comparison.
 */
final class MonitoredRecordStore implements RecordStore {

	/**
	 * As often as engines say that they do not send hints: while one of several servers
	 * is away, operations fail and succeed in turns.
	 */
	private static final Duration REMINDER = Duration.ofSeconds(5);

	/**
	 * Longer than all deadlines of an engine.
	 */
	private static final Duration LIMIT = Duration.ofSeconds(5);

	private final RecordStore engine;

	private final KeyCheck keys;

	private final StoreStatus status;

	private final Scheduler scheduler;

	private final Sinks.Many<Change> returns = Sinks.many().multicast().directBestEffort();

	private final Mono<Long> checked;

	MonitoredRecordStore(RecordStore engine, KeyCheck keys, StoreStatus status, Scheduler scheduler) {
		this.engine = engine;
		this.keys = keys;
		this.status = status;
		this.scheduler = scheduler;
		this.checked = Mono.fromSupplier(status::problems)
			.flatMap((before) -> compare().thenReturn(before))
			.cacheInvalidateIf((before) -> before != status.problems());
	}

	/**
	 * Compare the keys now.
	 * @return completes if they are the same; fails if they are not, or as the engine
	 * does
	 */
	Mono<Void> check() {
		return compare();
	}

	private Mono<Void> compare() {
		return bounded(() -> this.keys.run().doOnSuccess((same) -> note(this.status.accepted())), this.status::failed);
	}

	private <T> Mono<T> bounded(Supplier<Mono<T>> operation, Consumer<Throwable> failed) {
		return Mono.fromCompletionStage(() -> StartedFuture.of(() -> operation.get().toFuture()))
			.timeout(LIMIT, this.scheduler)
			.onErrorMap((ex) -> !(ex instanceof StoreException), MonitoredRecordStore::unavailable)
			.onErrorMap((failure) -> noted(failure, failed));
	}

	/**
	 * Note a failure that others wait for: what that throws is not to hold it up.
	 */
	private static Throwable noted(Throwable failure, Consumer<Throwable> failed) {
		try {
			failed.accept(failure);
		}
		catch (Throwable ex) {
			failure.addSuppressed(ex);
		}
		return failure;
	}

	private static StoreUnavailableException unavailable(Throwable cause) {
		return new StoreUnavailableException((cause instanceof TimeoutException)
				? "The store did not respond within %d s".formatted(LIMIT.toSeconds())
				: "The store cannot be used: unexpected " + cause.getClass().getSimpleName(), cause);
	}

	@Override
	public Mono<StoredEntry> read(String key) {
		return this.checked.then(bounded(() -> this.engine.read(key).doOnNext((entry) -> note(this.status.responded())),
				this.status::failed));
	}

	@Override
	public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
		return this.checked.then(write(key, expected, write));
	}

	private Mono<StoredEntry> write(String key, @Nullable String expected, Write write) {
		return bounded(
				() -> this.engine.replace(key, expected, write).doOnNext((entry) -> noteWrite(write.stamp(), entry)),
				this.status::writeFailed);
	}

	/**
	 * An engine that finds another entry than the expected one writes nothing.
	 */
	private void noteWrite(String stamp, StoredEntry entry) {
		boolean done = stamp.equals(entry.stamp());
		note(done ? this.status.written() : this.status.responded());
		if (done && StoredRecord.isRestored(stamp)) {
			this.status.restored();
		}
	}

	/**
	 * Of hints that come at the same time one is enough.
	 */
	private void note(boolean returned) {
		if (returned) {
			this.returns.tryEmitNext(Change.ANY);
		}
	}

	@Override
	public Flux<Change> changes() {
		return Flux.merge(this.engine.changes(), returns());
	}

	private Flux<Change> returns() {
		return this.returns.asFlux()
			.onBackpressureLatest()
			.concatMap(
					(change) -> Mono.just(change).concatWith(Mono.delay(REMINDER, this.scheduler).then(Mono.empty())),
					0);
	}

	@Override
	public void close() {
		this.status.close();
		this.engine.close();
	}

}
