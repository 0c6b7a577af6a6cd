package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedRecords;
import io.videoplatform.internal.token.shared.StoreWork;
import io.videoplatform.internal.token.shared.TokenRecord;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * Reads and writes the records of this node in a store that it shares with others.
 */
public final class RecordRepository implements SharedRecords, AutoCloseable {

	private static final int MAX_MISSING = 10_000;

	private static final Duration MISSING = Duration.ofMinutes(1);

	private final RecordStore store;

	private final RecordCodec codec;

	private final RecordTimes times;

	private final Ticker ticker;

	private final StoreWork work;

	private final Cache<String, StoredRecord> records = Caffeine.newBuilder().weakValues().build();

	/**
	 * Where records were looked for in vain a moment ago.
	 */
	private final Cache<String, Boolean> missing;

	private final Disposable changes;

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
		this.work = new StoreWork(times.exchange(), times.retention(), ticker, scheduler, failures);
		this.missing = Caffeine.newBuilder()
			.maximumSize(MAX_MISSING)
			.expireAfterWrite(MISSING)
			.ticker(ticker)
			.executor(Runnable::run)
			.build();
		this.changes = new ChangedRecords(this.records.asMap(), ticker, scheduler, failures).follow(store.changes());
	}

	@Override
	public StoredRecord record(RecordIdentity identity) {
		return this.records.get(this.codec.location(identity), (key) -> new StoredRecord(this, identity));
	}

	@Override
	public StoreWork work() {
		return this.work;
	}

	@Override
	public String digest(String text) {
		return this.codec.location(new RecordIdentity("", "", "", "", text));
	}

	/**
	 * End what is repeated until there is a response.
	 */
	@Override
	public void close() {
		this.work.close();
		this.changes.dispose();
	}

	/**
	 * Note that a record was looked for in vain.
	 */
	void noteMissing(RecordIdentity identity) {
		this.missing.put(this.codec.location(identity), true);
	}

	/**
	 * Whether a record was looked for in vain a moment ago.
	 */
	boolean isMissing(RecordIdentity identity) {
		return this.missing.getIfPresent(this.codec.location(identity)) != null;
	}

	RecordTimes times() {
		return this.times;
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
			this.work.report(ex);
			throw ex;
		}
	}

	/**
	 * An entry and when the operation that brought it began, on this node.
	 */
	private record Timed(StoredEntry entry, long begun) {

	}

}
