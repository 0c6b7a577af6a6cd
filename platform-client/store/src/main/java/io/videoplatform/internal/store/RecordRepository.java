package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedRecords;
import io.videoplatform.internal.token.shared.StoreWork;
import io.videoplatform.internal.token.shared.TokenRecord;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * Reads and writes the records of this node in a store that it shares with others.
 */
public final class RecordRepository implements SharedRecords, AutoCloseable {

	private static final int CONCURRENT_READS = 16;

	private final RecordStore store;

	private final RecordCodec codec;

	private final RecordTimes times;

	private final Ticker ticker;

	private final StoreWork work;

	private final Cache<String, StoredRecord> records = Caffeine.newBuilder().weakValues().build();

	/**
	 * The records that are about to be read again.
	 */
	private final Set<StoredRecord> waiting = ConcurrentHashMap.newKeySet();

	private final Disposable changes;

	public RecordRepository(RecordStore store, RecordCodec codec, RecordTimes times, Ticker ticker, Scheduler scheduler,
			Consumer<Throwable> failures) {
		this.store = store;
		this.codec = codec;
		this.times = times;
		this.ticker = ticker;
		this.work = new StoreWork(times.exchange(), times.retention(), ticker, scheduler, failures);
		this.changes = follow(store.changes());
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
	 * Read records again that other nodes may have written. One waits for one read,
	 * however many hints there are. A read that fails is made up for by the next refresh,
	 * or when the store is back.
	 */
	private Disposable follow(Flux<Change> changes) {
		return changes.concatMapIterable(this::affected, Integer.MAX_VALUE)
			.filter(this.waiting::add)
			.onBackpressureBuffer()
			.flatMap((record) -> Mono.defer(() -> {
				this.waiting.remove(record);
				return record.readAgain();
			}).onErrorComplete(), CONCURRENT_READS)
			.subscribe();
	}

	/**
	 * When hints are lost, all records whose access token is in use count as changed: the
	 * others are read before they are used.
	 */
	private Collection<StoredRecord> affected(Change change) {
		String key = change.key();
		if (key == null) {
			return this.records.asMap().values().stream().filter(StoredRecord::isInUse).toList();
		}
		StoredRecord record = this.records.getIfPresent(key);
		TokenRecord known = (record != null) ? record.known() : null;
		// A hint may overtake the response to the first read
		boolean later = known == null || known.isBefore(change.generation());
		return (record != null && later) ? List.of(record) : List.of();
	}

	RecordTimes times() {
		return this.times;
	}

	Mono<ReadEntry> find(RecordIdentity identity) {
		return timed(identity, "", () -> this.store.read(this.codec.location(identity)));
	}

	/**
	 * Write a record if nothing else was written since an entry was read. If the response
	 * is lost, the same write is sent again: by its stamp it is done once.
	 * @param after the entry that was read
	 * @param lost how long to go on while responses are lost
	 * @return what is stored then
	 */
	Mono<ReadEntry> write(RecordIdentity identity, ReadEntry after, TokenRecord record, Retry lost) {
		String stamp = UUID.randomUUID().toString();
		Duration life = Duration.ofMillis(Math.max(1, record.expiresAt() - after.now()));
		RecordStore.Write write = new RecordStore.Write(stamp, record.hint(), this.codec.write(identity, record), life);
		return timed(identity, stamp, () -> this.store.replace(this.codec.location(identity), after.stamp(), write))
			.retryWhen(lost);
	}

	private Mono<ReadEntry> timed(RecordIdentity identity, String stamp, Supplier<Mono<StoredEntry>> operation) {
		return Mono.defer(() -> {
			long begun = this.ticker.read();
			return operation.get().map((entry) -> {
				TokenRecord record = entry.isEmpty() ? null : this.codec.read(identity, entry.value());
				return new ReadEntry(entry.stamp(), stamp.equals(entry.stamp()), record, entry.now(), begun,
						this.ticker.read(), this.ticker);
			});
		});
	}

}
