package io.videoplatform.internal.store.jdbc;

import javax.sql.DataSource;

import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.StoredEntry;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Records in a table of PostgreSQL (14 and later) or H2 (2.x). It works on threads and
 * connections of its own, never in a transaction of the caller, at any isolation level.
 * Hints come from polling.
 */
public final class JdbcRecordStore implements RecordStore {

	private final JdbcStoreSettings settings;

	private final JdbcExecutor executor;

	private final RecordTable table;

	private final Flux<Change> changes;

	/**
	 * Create a new instance. It uses the database only when it is asked to, except that
	 * it deletes at intervals what has expired.
	 * @param dataSource where connections are from
	 * @param settings the table and the times
	 * @param scheduler where results arrive and time is measured, which the caller
	 * disposes of after the store is closed
	 */
	public JdbcRecordStore(DataSource dataSource, JdbcStoreSettings settings, Scheduler scheduler) {
		this.settings = settings;
		this.executor = new JdbcExecutor(dataSource, settings.tableName(), scheduler);
		this.table = new RecordTable(settings.tableName());
		this.changes = this.executor.changes(new ChangePoller(this.executor, this.table, settings).changes());
		new ExpiredRecordCleanup(this.executor, this.table, settings.cleanupInterval()).start();
	}

	@Override
	public Mono<StoredEntry> read(String key) {
		return this.executor.call(this.settings.readTimeout(),
				(client) -> this.table.read(client, RecordTable.bytes(key)));
	}

	@Override
	public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
		return this.executor.call(this.settings.replaceTimeout(),
				(client) -> this.table.replace(client, RecordTable.bytes(key), expected, write));
	}

	@Override
	public Flux<Change> changes() {
		return this.changes;
	}

	@Override
	public void close() {
		this.executor.close();
	}

}
