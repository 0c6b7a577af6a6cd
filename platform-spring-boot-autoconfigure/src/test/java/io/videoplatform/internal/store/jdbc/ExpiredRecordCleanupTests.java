package io.videoplatform.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import io.videoplatform.Gates;
import io.videoplatform.internal.store.engine.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link ExpiredRecordCleanup} on the shared PostgreSQL.
 */
class ExpiredRecordCleanupTests {

	private static final Duration INTERVAL = Duration.ofMinutes(10);

	private final JdbcClient table = StoreNode.emptyTable();

	private final RecordTable statements = new RecordTable(JdbcStoreSettings.DEFAULT_TABLE_NAME);

	private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

	private final JdbcExecutor threads = threads(Schedulers.parallel());

	private final JdbcExecutor otherThreads = threads(Schedulers.parallel());

	private final JdbcExecutor timedThreads = threads(this.time);

	private static JdbcExecutor threads(Scheduler scheduler) {
		return new JdbcExecutor(PostgresServer.dataSource(PostgresServer.shared().port()),
				JdbcStoreSettings.DEFAULT_TABLE_NAME, scheduler);
	}

	private ExpiredRecordCleanup cleanup(JdbcExecutor threads) {
		return new ExpiredRecordCleanup(threads, this.statements, INTERVAL);
	}

	@AfterEach
	void close() {
		this.threads.close();
		this.otherThreads.close();
		this.timedThreads.close();
	}

	private void insert(int count, int lifeInSeconds) {
		this.table.sql("""
				INSERT INTO platform_record SELECT CAST('key-' || g AS BYTEA), CAST('stamp' AS BYTEA), 1, '',
				CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + 1000 * ?, 0
				FROM generate_series(1, ?) g""").params(lifeInSeconds, count).update();
	}

	private int records() {
		return this.table.sql("SELECT COUNT(*) FROM platform_record").query(Integer.class).single();
	}

	@Test
	void cleanUpWhenTwoNodesAtOnceThenAllIsDeleted() {
		insert(10_000, -1);
		Mono<List<Integer>> sums = Mono.zip(cleanup(this.threads).cleanUp(), cleanup(this.otherThreads).cleanUp(),
				List::of);
		assertThat(StoreNode.block(sums).stream().mapToInt(Integer::intValue).sum()).isEqualTo(10_000);
		assertThat(records()).isZero();
	}

	@Test
	void cleanUpWhenRecordIsStoredAgainMeanwhileThenItStays() throws SQLException {
		insert(2, -1);
		try (Connection connection = PostgresServer.dataSource(PostgresServer.shared().port()).getConnection()) {
			connection.setAutoCommit(false);
			JdbcClient client = JdbcClient.create(new SingleConnectionDataSource(connection, true));
			this.statements.replace(client, RecordTable.bytes("key-1"), null, StoreNode.write("new"));
			Mono<Integer> sum = cleanup(this.threads).cleanUp().cache();
			sum.subscribe();
			Gates.until(this::isWaiting);
			connection.commit();
			assertThat(StoreNode.block(sum)).isEqualTo(1);
		}
		assertThat(this.statements.read(this.table, RecordTable.bytes("key-1")).stamp()).isEqualTo("new");
		assertThat(records()).isEqualTo(1);
	}

	private boolean isWaiting() {
		return this.table.sql("SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock')")
			.query(Boolean.class)
			.single();
	}

	@Test
	void startThenCleansUpAfterEachInterval() {
		cleanup(this.timedThreads).start();
		insert(10, -1);
		this.time.advanceTimeBy(INTERVAL.minusMillis(1));
		assertThat(records()).isEqualTo(10);
		for (int i = 0; i < 3; i++) {
			// The next interval begins when the clean-up has ended, which is not seen
			Gates.until(() -> {
				this.time.advanceTimeBy(INTERVAL);
				return records() == 0;
			});
			insert(10, -1);
		}
	}

}
