package io.videoplatform.internal.store.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.videoplatform.internal.store.RecordStore.Change;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Flux;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Looks at intervals for rows that have changed, as long as there is a subscriber. Each
 * look goes back a little behind the one before, for the sake of writes that were not
 * committed yet, and so finds most changes several times.
 */
final class ChangePoller {

	private static final Log logger = LogFactory.getLog(ChangePoller.class);

	private static final Duration OVERLAP = Duration.ofSeconds(5);

	private final JdbcExecutor executor;

	private final RecordTable table;

	private final JdbcStoreSettings settings;

	private volatile long last;

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
		Flux<Change> look = this.executor.call(this.settings.replaceTimeout(), this::look)
			.flatMapIterable(Function.identity());
		return look.concatWithValues(Change.ANY)
			.concatWith(look.delaySubscription(this.settings.pollInterval(), this.executor.scheduler()).repeat())
			.doOnSubscribe((subscription) -> this.last = Long.MAX_VALUE)
			.doOnError((ex) -> logger.debug("Changes cannot be looked for", ex));
	}

	/**
	 * Begin at the earlier time, for the clock may have been set back.
	 */
	private List<Change> look(JdbcClient client) {
		long now = this.table.now(client);
		long since = Math.min(this.last, now) - OVERLAP.plus(this.settings.replaceTimeout()).toMillis();
		List<Change> changes = this.table.changes(client, since);
		this.last = now;
		return changes;
	}

}
