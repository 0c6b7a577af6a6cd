package io.videoplatform.internal.store.jdbc;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.store.RecordStore.Write;
import io.videoplatform.internal.store.StoredEntry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Deletes at intervals what has expired, in batches. A row of the same table says which
 * node is at it: the node that stored it goes on as long as it finds its own stamp there.
 * If that node stops, the row expires, and another one takes over.
 */
final class ExpiredRecordCleanup {

	private static final int BATCH = 1000;

	private static final Log logger = LogFactory.getLog(ExpiredRecordCleanup.class);

	private static final Log events = LogFactory.getLog("io.videoplatform");

	private static final Duration DEADLINE = Duration.ofSeconds(10);

	private final JdbcThreads threads;

	private final RecordTable table;

	private final Duration interval;

	private final RandomGenerator random;

	private final AtomicBoolean denied = new AtomicBoolean();

	ExpiredRecordCleanup(JdbcThreads threads, RecordTable table, Duration interval, RandomGenerator random) {
		this.threads = threads;
		this.table = table;
		this.interval = interval;
		this.random = random;
	}

	/**
	 * Clean up after each interval, until the store is closed.
	 */
	void start() {
		Mono.defer(() -> Mono.delay(pause(), this.threads.scheduler()))
			.then(Mono.defer(this::cleanUp)
				.doOnSuccess((deleted) -> this.denied.set(false))
				.onErrorResume(this::postponed))
			.repeat()
			.takeUntilOther(this.threads.end())
			.subscribe((deleted) -> logger.debug("Deleted %d expired records".formatted(deleted)), this::postponed);
	}

	/**
	 * Return the interval, spread by a tenth.
	 */
	private Duration pause() {
		return this.interval.multipliedBy(this.random.nextLong(90, 111)).dividedBy(100);
	}

	/**
	 * An outage is reported by other operations, which need no right to delete.
	 */
	private Mono<Integer> postponed(Throwable ex) {
		if (JdbcExceptionTranslator.isDenied(ex) && this.denied.compareAndSet(false, true)) {
			events.warn(EventLog.explained(PlatformError.STORE,
					"Expired records are not deleted, and the table grows: %s".formatted(ex.getMessage())));
		}
		logger.debug("Expired records are not deleted for now", ex);
		return Mono.empty();
	}

	/**
	 * Delete all that has expired, unless another node does.
	 * @return how many were deleted
	 */
	Mono<Integer> cleanUp() {
		return batch(null, stamp()).expand((batch) -> batch.isLast() ? Mono.empty() : batch(batch.stamp(), stamp()))
			.reduce(0, (sum, batch) -> sum + batch.deleted());
	}

	private static String stamp() {
		return UUID.randomUUID().toString();
	}

	private Mono<Batch> batch(@Nullable String held, String stamp) {
		return this.threads.call(DEADLINE,
				(client) -> new Batch(stamp, hold(client, held, stamp) ? this.table.deleteExpired(client, BATCH) : 0));
	}

	private boolean hold(JdbcClient client, @Nullable String held, String stamp) {
		StoredEntry holder = this.table.read(client, RecordTable.CLEANUP);
		if (held != null || holder.isEmpty()) {
			Write write = new Write(stamp, 0, new byte[0], this.interval.dividedBy(2));
			holder = this.table.replace(client, RecordTable.CLEANUP, held, write);
		}
		return stamp.equals(holder.stamp());
	}

	/**
	 * What one statement has deleted.
	 *
	 * @param stamp the stamp that the row of the cleanup has
	 * @param deleted how many records were deleted
	 */
	private record Batch(String stamp, int deleted) {

		boolean isLast() {
			return this.deleted < BATCH;
		}

	}

}
