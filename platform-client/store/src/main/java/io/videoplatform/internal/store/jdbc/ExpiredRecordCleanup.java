package io.videoplatform.internal.store.jdbc;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;

/**
 * Deletes at intervals what has expired, in batches. All nodes do, which harms nothing.
 */
final class ExpiredRecordCleanup {

	static final int BATCH = 1000;

	private static final Log logger = LogFactory.getLog(ExpiredRecordCleanup.class);

	private static final Duration DEADLINE = Duration.ofSeconds(10);

	private final JdbcExecutor executor;

	private final RecordTable table;

	private final Duration interval;

	ExpiredRecordCleanup(JdbcExecutor executor, RecordTable table, Duration interval) {
		this.executor = executor;
		this.table = table;
		this.interval = interval;
	}

	/**
	 * Clean up after each interval, until the store is closed.
	 */
	void start() {
		Mono.delay(this.interval, this.executor.scheduler())
			.then(Mono.defer(this::cleanUp).onErrorResume(this::postponed))
			.repeat()
			.takeUntilOther(this.executor.end())
			.subscribe((deleted) -> logger.debug("Deleted %d expired records".formatted(deleted)), this::postponed);
	}

	/**
	 * An outage is reported by other operations.
	 */
	private Mono<Integer> postponed(Throwable ex) {
		logger.debug("Expired records are not deleted for now", ex);
		return Mono.empty();
	}

	/**
	 * Return how many records were deleted.
	 */
	Mono<Integer> cleanUp() {
		return batch().expand((deleted) -> (deleted < BATCH) ? Mono.empty() : batch()).reduce(0, Integer::sum);
	}

	private Mono<Integer> batch() {
		return this.executor.call(DEADLINE, (client) -> this.table.deleteExpired(client, BATCH));
	}

}
