package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.token.shared.StoreException;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.internal.token.shared.TokenRecord;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Reads records again that other nodes have written, by the hints of the store. When
 * hints are lost, all records are read once, and those in use for as long as that lasts.
 */
final class ChangedRecords {

	private static final Log logger = LogFactory.getLog(ChangedRecords.class);

	private static final int CONCURRENT_READS = 16;

	/**
	 * How long after a failure a record is read once more: the engine may send hints
	 * before it can be read.
	 */
	private static final Duration READ_AGAIN = Duration.ofSeconds(5);

	/**
	 * Longer than the time between two hints that hints are lost.
	 */
	private static final Duration QUIET = Duration.ofSeconds(10);

	/**
	 * Longer than a read takes with all that it restores. One that gives no signal, as
	 * after an error of the virtual machine, keeps none of the others waiting for good.
	 */
	private static final Duration LONGEST_READ = Duration.ofSeconds(30);

	private final Map<String, StoredRecord> records;

	private final Ticker ticker;

	private final Scheduler scheduler;

	private final Consumer<Throwable> failures;

	private final Set<StoredRecord> waiting = ConcurrentHashMap.newKeySet();

	private final Set<StoredRecord> missed = ConcurrentHashMap.newKeySet();

	private volatile boolean doubted;

	private volatile long doubtedAt;

	/**
	 * Create a new instance.
	 * @param records the records that this node knows, by their keys in the store
	 * @param ticker measures time that passes on this node
	 * @param scheduler repeats reads that have failed
	 * @param failures takes failures other than those of the store
	 */
	ChangedRecords(Map<String, StoredRecord> records, Ticker ticker, Scheduler scheduler,
			Consumer<Throwable> failures) {
		this.records = records;
		this.ticker = ticker;
		this.scheduler = scheduler;
		this.failures = failures;
	}

	/**
	 * Follow the hints of a store. A record waits for one read, however many hints there
	 * are. A read is repeated until the store responds to it.
	 */
	Disposable follow(Flux<RecordStore.Change> changes) {
		return changes.concatMapIterable(this::affectedBy)
			.mergeWith(missed())
			.filter(this.waiting::add)
			.onBackpressureBuffer()
			.flatMap(this::readAgain, CONCURRENT_READS)
			.subscribe();
	}

	private Flux<StoredRecord> missed() {
		return Flux.interval(READ_AGAIN, this.scheduler)
			.onBackpressureDrop()
			.concatMapIterable((tick) -> List.copyOf(this.missed))
			.doOnNext(this.missed::remove);
	}

	/**
	 * What is thrown ends no other hints: Reactor would throw an error of the virtual
	 * machine where the engine delivers them.
	 */
	private List<StoredRecord> affectedBy(RecordStore.Change change) {
		try {
			return affected(change);
		}
		catch (Throwable ex) {
			report(ex);
			return List.of();
		}
	}

	private List<StoredRecord> affected(RecordStore.Change change) {
		if (change.equals(RecordStore.Change.ANY)) {
			return doubtful();
		}
		StoredRecord record = this.records.get(change.key());
		TokenRecord known = (record != null) ? record.known() : null;
		// A hint may overtake the response to the first read
		boolean later = known == null || known.isBefore(change.generation());
		return (record != null && later) ? List.of(record) : List.of();
	}

	private List<StoredRecord> doubtful() {
		Collection<StoredRecord> held = this.records.values();
		long now = this.ticker.read();
		if (!this.doubted || now - this.doubtedAt > QUIET.toNanos()) {
			held.forEach(StoredRecord::doubt);
		}
		this.doubted = true;
		this.doubtedAt = now;
		return held.stream().filter((record) -> record.isDoubtful() || record.isInUse()).toList();
	}

	/**
	 * Failures of the store and unreadable records are reported where they occur.
	 */
	private Mono<Void> readAgain(StoredRecord record) {
		return Mono.fromCompletionStage(() -> StartedFuture.of(() -> {
			this.waiting.remove(record);
			return record.readAgain().toFuture();
		}))
			.timeout(LONGEST_READ, Mono.empty(), this.scheduler)
			.doOnError(StoreUnavailableException.class, (ex) -> this.missed.add(record))
			.doOnError((ex) -> !(ex instanceof StoreException), this::report)
			.onErrorComplete();
	}

	/**
	 * What is thrown here, too, must not keep other records waiting.
	 */
	private void report(Throwable failure) {
		try {
			this.failures.accept(failure);
		}
		catch (Throwable ex) {
			logger.warn(
					EventLog.explained(PlatformError.OTHER, "A failure to read a record again could not be reported"),
					ex);
		}
	}

}
