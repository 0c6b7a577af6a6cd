package io.videoplatform.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.videoplatform.Gates;
import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.store.engine.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link ChangePoller} on the shared PostgreSQL.
 */
class ChangePollerTests {

	private final JdbcClient table = StoreNode.emptyTable();

	private final RecordTable statements = new RecordTable(JdbcStoreSettings.DEFAULT_TABLE_NAME);

	private final StoreNode node = new StoreNode(PostgresServer.shared().port(), StoreNode.patient());

	private final StoreNode otherNode = new StoreNode(PostgresServer.shared().port(), StoreNode.patient());

	private final Queue<String> keys = new ConcurrentLinkedQueue<>();

	private int written;

	@AfterEach
	void close() {
		this.node.close();
		this.otherNode.close();
	}

	private void subscribe() {
		this.node.store().changes().mapNotNull(Change::key).subscribe(this.keys::add);
	}

	/**
	 * Wait until the table has been looked at.
	 */
	private void awaitHint(Queue<String> keys) {
		String key = "marker-" + this.written++;
		this.otherNode.replace(key, null, "stamp");
		Gates.until(() -> keys.contains(key));
	}

	@Test
	void changesWhenCommittedLateThenHint() throws SQLException {
		subscribe();
		try (Connection connection = PostgresServer.dataSource(PostgresServer.shared().port()).getConnection()) {
			connection.setAutoCommit(false);
			JdbcClient client = JdbcClient.create(new SingleConnectionDataSource(connection, true));
			this.statements.replace(client, RecordTable.bytes("late"), null, StoreNode.write("stamp"));
			for (int i = 0; i < 3; i++) {
				awaitHint(this.keys);
			}
			assertThat(this.keys).doesNotContain("late");
			connection.commit();
		}
		Gates.until(() -> this.keys.contains("late"));
	}

	@Test
	void changesWhenThousandsAtOnceThenAll() {
		subscribe();
		awaitHint(this.keys);
		insertThousands();
		Gates.until(() -> this.keys.stream().filter((key) -> key.startsWith("key-")).distinct().count() == 3000);
	}

	private void insertThousands() {
		this.table.sql("""
				INSERT INTO platform_record SELECT CAST('key-' || g AS BYTEA), CAST('stamp' AS BYTEA), 1, '', t, t
				FROM generate_series(1, 3000) g,
				CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) t""").update();
	}

	@Test
	void changesWhenClosedThenComplete() {
		Queue<String> ends = new ConcurrentLinkedQueue<>();
		this.node.store().changes().doOnComplete(() -> ends.add("complete")).subscribe();
		this.node.store().close();
		Gates.until(() -> !ends.isEmpty());
		this.node.store().changes().doOnComplete(() -> ends.add("later")).subscribe();
		assertThat(ends).containsExactly("complete", "later");
	}

}
