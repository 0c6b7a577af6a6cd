package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * Reads and writes the records of this node in a store that it shares with others.
 */
public final class RecordRepository implements AutoCloseable {

	private static final Duration MIN_PAUSE = Duration.ofMillis(50);

	private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

	private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

	/**
	 * How long an engine that does not respond is waited for in the end, from the first
	 * failure of a write.
	 */
	private static final Duration LAST_TRIES = Duration.ofSeconds(3);

	private static final Duration TICK = Duration.ofMillis(50);

	private static final int MAX_ENDED = 10_000;

	private final RecordStore store;

	private final RecordCodec codec;

	private final RecordTimes times;

	private final Ticker ticker;

	private final Scheduler scheduler;

	private final Consumer<Throwable> failures;

	private final Cache<String, SharedRecord> records = Caffeine.newBuilder().weakValues().build();

	/**
	 * Those that have ended, which nothing else refers to: their logins must not come
	 * back with an older state of the store.
	 */
	private final Cache<SharedRecord, Boolean> ended;

	private final AtomicInteger underWay = new AtomicInteger();

	private final ChangedRecords changed;

	private final Disposable changes;

	private final StoreLosses losses;

	private final Sinks.Empty<Void> ending = Sinks.empty();

	private final long startedAt;

	private volatile long drainingSince;

	private volatile boolean draining;

	private volatile boolean closed;

	/**
	 * Create a new instance.
	 * @param store the store
	 * @param codec writes and reads records
	 * @param times how long what is shared may take
	 * @param ticker measures time that passes on this node
	 * @param scheduler the threads on which requests are sent and responses waited for
	 * @param failures takes the failures that no caller waits for, and records that
	 * cannot be read
	 */
	public RecordRepository(RecordStore store, RecordCodec codec, RecordTimes times, Ticker ticker, Scheduler scheduler,
			Consumer<Throwable> failures) {
		this.store = store;
		this.codec = codec;
		this.times = times;
		this.ticker = ticker;
		this.startedAt = ticker.read();
		this.scheduler = scheduler;
		this.failures = failures;
		this.ended = Caffeine.newBuilder()
			.maximumSize(MAX_ENDED)
			.expireAfter(Expiry.writing((SharedRecord record, Boolean kept) -> record.leftAfterEnd()))
			.ticker(ticker)
			.executor(Runnable::run)
			.build();
		this.losses = new StoreLosses(this, this.ending.asMono());
		this.changed = new ChangedRecords(this.records.asMap(), ticker, scheduler, failures, this.losses);
		this.changes = this.changed.follow(store.changes());
	}

	/**
	 * Return the record of a login or client: the same one as long as it is in use, since
	 * what it knows of later generations belongs to the instance.
	 * @param identity what it belongs to
	 * @return the record as this node knows it, which is nothing at first
	 */
	public SharedRecord record(RecordIdentity identity) {
		return this.records.get(this.codec.location(identity), (key) -> new SharedRecord(this, identity));
	}

	/**
	 * Return a keyed hash of a text, which does not tell the text.
	 * @param text the text
	 * @return the hash
	 */
	public String digest(String text) {
		return this.codec.location(new RecordIdentity("", "", "", "", text));
	}

	/**
	 * Do work whether or not a caller waits for it.
	 * @param work the work
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
	 * Begin work that goes on if its caller waits no longer.
	 * @param <T> the type of the result
	 * @param work the work
	 * @return the work that has begun, and its result for all who wait
	 */
	public <T> Mono<T> begin(Mono<T> work) {
		Mono<T> begun = work.cache();
		detach(begun);
		return begun;
	}

	/**
	 * Begin work that goes on until the store responds, also if its caller waits no
	 * longer.
	 * @param <T> the type of the result
	 * @param work the work, which may be done more than once
	 * @return the work that has begun, and its result for all who wait
	 */
	public <T> Mono<T> beginUntilStored(Mono<T> work) {
		return begin(untilStored(work));
	}

	/**
	 * Store again what is kept beside records whenever the store has lost something.
	 * @param writes returns the writes, which are done a few at a time, whether or not
	 * anything of theirs was lost. None of them may begin by itself; each may be done
	 * more than once, until it is stored
	 */
	public void onLoss(Supplier<Flux<Mono<Void>>> writes) {
		this.losses.follow(writes);
	}

	/**
	 * Return work that goes on until the store responds, and until what it reads can be
	 * read.
	 * @param <T> the type of the result
	 * @param work the work, which may be done more than once
	 * @return the work
	 */
	public <T> Mono<T> untilStored(Mono<T> work) {
		return Mono.defer(() -> untilResponse(work).retryWhen(unreadable()));
	}

	/**
	 * Return work that goes on until the store responds.
	 * @param <T> the type of the result
	 * @param work the work, which may be done more than once
	 * @return the work; fails if it reads what cannot be read
	 */
	public <T> Mono<T> untilResponse(Mono<T> work) {
		return Mono.defer(() -> work.retryWhen(persistently(this.times.retention())));
	}

	/**
	 * Go on until the keys are configured by which it can be read. Pauses are long: none
	 * is waited for in the end.
	 */
	private Retry unreadable() {
		return Retry.from((failures) -> failures
			.concatMap((failed) -> (failed.failure() instanceof UnreadableRecordException && !isEnding())
					? pause(failed.totalRetriesInARow()) : Mono.error(failed.failure())));
	}

	private Mono<Long> pause(long retries) {
		long pause = MAX_PAUSE.toMillis() << Math.min(retries, 10);
		return Mono.delay(Duration.ofMillis(Math.min(pause, LONGEST_PAUSE.toMillis())), this.scheduler)
			.takeUntilOther(this.ending.asMono())
			.defaultIfEmpty(0L);
	}

	/**
	 * Wait for what is under way: requests to a provider, and the writes that follow on
	 * them. Nothing begins later.
	 * @return completes when nothing is under way any more, or the time is over
	 */
	public Mono<Void> drain() {
		return Mono.defer(() -> {
			this.drainingSince = this.ticker.read();
			this.draining = true;
			this.ending.tryEmitEmpty();
			return Flux.interval(Duration.ZERO, TICK, this.scheduler)
				.filter((tick) -> this.underWay.get() == 0)
				.next()
				.timeout(this.times.exchange().plus(LAST_TRIES), Mono.empty(), this.scheduler)
				.then();
		});
	}

	/**
	 * End what is repeated until there is a response.
	 */
	@Override
	public void close() {
		this.closed = true;
		this.ending.tryEmitEmpty();
		this.changes.dispose();
	}

	/**
	 * Whether nothing new may begin.
	 */
	boolean isDraining() {
		return this.draining;
	}

	/**
	 * Whether the store may hold older records than a moment ago.
	 */
	boolean isUnsettled() {
		return this.changed.isUnsettled();
	}

	/**
	 * Whether this node would not know that yet.
	 */
	boolean hasJustStarted() {
		return this.ticker.read() - this.startedAt <= ChangedRecords.QUIET.toNanos();
	}

	/**
	 * Note that a record was restored.
	 */
	void noteLoss() {
		this.losses.note();
	}

	/**
	 * Keep a record that has ended for as long as its end is stored, unless there are too
	 * many.
	 */
	void keepEnded(SharedRecord record) {
		this.ended.put(record, true);
	}

	/**
	 * Count work as under way.
	 */
	<T> Mono<T> track(Mono<T> work) {
		return Mono.defer(() -> {
			this.underWay.incrementAndGet();
			return work.doFinally((signal) -> this.underWay.decrementAndGet());
		});
	}

	RecordTimes times() {
		return this.times;
	}

	Scheduler scheduler() {
		return this.scheduler;
	}

	Mono<ReadEntry> find(RecordIdentity identity) {
		return timed(() -> this.store.read(this.codec.location(identity))).map((entry) -> readEntry(identity, entry));
	}

	/**
	 * Write a record if nothing else was written since an entry was read. If the response
	 * is lost, the same write is sent again: by its stamp it is done once.
	 * @param after the entry that was read
	 * @param stamp identifies the write
	 * @param lost how long to go on while responses are lost
	 * @return what is stored then
	 */
	Mono<ReadEntry> write(RecordIdentity identity, ReadEntry after, TokenRecord record, String stamp, Retry lost) {
		Duration life = Duration.ofMillis(Math.max(1, record.expiresAt() - after.now()));
		RecordStore.Write write = new RecordStore.Write(stamp, record.hint(), this.codec.write(identity, record), life);
		return timed(() -> this.store.replace(this.codec.location(identity), after.stamp(), write)).retryWhen(lost)
			.map((entry) -> readEntry(identity, entry));
	}

	private Mono<Timed> timed(Supplier<Mono<StoredEntry>> operation) {
		return Mono.defer(() -> {
			long begun = this.ticker.read();
			return operation.get().map((entry) -> new Timed(entry, begun));
		});
	}

	/**
	 * Go on a little: long enough for a connection that was cut.
	 */
	Retry briefly() {
		return Retry.backoff(2, MIN_PAUSE)
			.scheduler(this.scheduler)
			.filter(RecordRepository::isLost)
			.onRetryExhaustedThrow((retries, last) -> last.failure());
	}

	/**
	 * Go on until there is a response.
	 * @param limit when it is too late for one
	 */
	Retry persistently(Duration limit) {
		long begin = this.ticker.read();
		AtomicLong failed = new AtomicLong(Long.MAX_VALUE);
		return Retry.backoff(Long.MAX_VALUE, MIN_PAUSE).maxBackoff(MAX_PAUSE).scheduler(this.scheduler).filter((ex) -> {
			long time = this.ticker.read() - begin;
			return isLost(ex) && !isTooLate(time - failed.accumulateAndGet(time, Math::min)) && time < limit.toNanos();
		}).onRetryExhaustedThrow((retries, last) -> last.failure());
	}

	void report(Throwable failure) {
		this.failures.accept(failure);
	}

	static String stamp() {
		return UUID.randomUUID().toString();
	}

	private ReadEntry readEntry(RecordIdentity identity, Timed timed) {
		StoredEntry entry = timed.entry();
		TokenRecord record = entry.isEmpty() ? null : read(identity, entry.value());
		return new ReadEntry(entry.stamp(), record, entry.now(), timed.begun(), this.ticker.read(), this.ticker);
	}

	private TokenRecord read(RecordIdentity identity, byte[] stored) {
		try {
			return this.codec.read(identity, stored);
		}
		catch (UnreadableRecordException ex) {
			report(ex);
			throw ex;
		}
	}

	private boolean isEnding() {
		return this.draining || this.closed;
	}

	private boolean isTooLate(long failing) {
		long ending = this.draining ? this.ticker.read() - this.drainingSince : 0;
		return this.closed || Math.min(failing, ending) > LAST_TRIES.toNanos();
	}

	private static boolean isLost(Throwable ex) {
		return ex instanceof StoreUnavailableException;
	}

	/**
	 * An entry and when the operation that brought it began, on this node.
	 */
	private record Timed(StoredEntry entry, long begun) {

	}

}
