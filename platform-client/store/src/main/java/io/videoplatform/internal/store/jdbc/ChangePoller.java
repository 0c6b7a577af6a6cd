package io.videoplatform.internal.store.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.store.jdbc.RecordTable.ChangedRow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Looks at intervals for rows that have changed, as long as there is a subscriber. Each
 * look goes back a little behind the one before, for the sake of writes that were not
 * committed yet; what is found twice is left out, unless there is too much to remember.
 * After an outage it goes on where it was; the table may be an older one then.
 */
final class ChangePoller {

	private static final Log logger = LogFactory.getLog(ChangePoller.class);

	private static final Duration OVERLAP = Duration.ofSeconds(5);

	private static final int PAGE = 500;

	private static final int REMEMBERED = 10_000;

	private final JdbcExecutor executor;

	private final RecordTable table;

	private final JdbcStoreSettings settings;

	private final ConcurrentMap<String, String> remembered = Caffeine.newBuilder()
		.maximumSize(REMEMBERED)
		.executor(Runnable::run)
		.<String, String>build()
		.asMap();

	private volatile long last = Long.MAX_VALUE;

	ChangePoller(JdbcExecutor executor, RecordTable table, JdbcStoreSettings settings) {
		this.executor = executor;
		this.table = table;
		this.settings = settings;
	}

	/**
	 * Return the hints. Whenever they begin, also after an outage, any value may have
	 * changed.
	 */
	Flux<Change> changes() {
		Flux<Change> look = Flux.defer(this::look);
		return look.concatWithValues(Change.ANY)
			.concatWith(look.delaySubscription(this.settings.pollInterval(), this.executor.scheduler()).repeat())
			.doOnError((ex) -> logger.debug("Changes cannot be looked for", ex));
	}

	private Flux<Change> look() {
		return this.executor.call(this.settings.replaceTimeout(), this.table::now).flatMapMany(this::lookUntil);
	}

	/**
	 * Begin at the earlier time, for the clock may have been set back.
	 */
	private Flux<Change> lookUntil(long now) {
		ChangedRow start = ChangedRow
			.before(Math.min(this.last, now) - OVERLAP.plus(this.settings.replaceTimeout()).toMillis());
		return page(start).expand((rows) -> (rows.size() < PAGE) ? Mono.empty() : page(rows.get(PAGE - 1)))
			.flatMapIterable(Function.identity())
			.filter((row) -> !row.stamp().equals(this.remembered.put(row.name(), row.stamp())))
			.map((row) -> new Change(row.name(), row.generation()))
			.doOnComplete(() -> this.last = now);
	}

	private Mono<List<ChangedRow>> page(ChangedRow after) {
		return this.executor.call(this.settings.replaceTimeout(), (client) -> this.table.changes(client, after, PAGE));
	}

}
