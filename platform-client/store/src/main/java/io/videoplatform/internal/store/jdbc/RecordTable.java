package io.videoplatform.internal.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.store.RecordStore.Write;
import io.videoplatform.internal.store.StoredEntry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The statements on the table of records, for PostgreSQL and H2 alike. Each of them is a
 * transaction of its own. Keys and stamps are stored as bytes, because bytes are equal
 * only if they are the same, whatever the collation of the database. Times are those of
 * the database's clock.
 */
final class RecordTable {

	private static final Log logger = LogFactory.getLog(RecordTable.class);

	private static final String NOW = "CAST(FLOOR(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000) AS BIGINT)";

	private static final String SET = """
			UPDATE %1$s SET stamp = ?, generation = ?, content = ?, expires_at = %2$s + ?, changed_at = %2$s
			WHERE record_key = ?\s""";

	private final String now = "SELECT " + NOW;

	private final String read;

	private final String replace;

	private final String replaceExpired;

	private final String insert;

	private final String changes;

	private final String expired;

	private final String deleteExpired;

	RecordTable(String name) {
		this.read = statement("""
				SELECT r.stamp, r.content, t.engine_time FROM (SELECT %2$s AS engine_time) t
				LEFT JOIN %1$s r ON r.record_key = ? AND r.expires_at > t.engine_time""", name);
		this.replace = statement(SET + "AND stamp = ? AND expires_at > %2$s", name);
		this.replaceExpired = statement(SET + "AND expires_at <= %2$s", name);
		this.insert = statement("""
				INSERT INTO %1$s (stamp, generation, content, expires_at, changed_at, record_key)
				VALUES (?, ?, ?, %2$s + ?, %2$s, ?)""", name);
		this.changes = statement("SELECT record_key, generation FROM %1$s WHERE changed_at >= ?", name);
		this.expired = statement("""
				SELECT record_key FROM %1$s WHERE expires_at <= %2$s ORDER BY expires_at FETCH FIRST ? ROWS ONLY""",
				name);
		// A row may be written again meanwhile
		this.deleteExpired = statement("DELETE FROM %1$s WHERE record_key IN (:keys) AND expires_at <= %2$s", name);
	}

	private static String statement(String template, String name) {
		return template.formatted(name, NOW);
	}

	/**
	 * Return the text as it is stored.
	 */
	static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

	long now(JdbcClient client) {
		return client.sql(this.now).query(Long.class).single();
	}

	StoredEntry read(JdbcClient client, byte[] key) {
		return client.sql(this.read).param(key).query((row, number) -> entry(row)).single();
	}

	private static StoredEntry entry(ResultSet row) throws SQLException {
		byte[] stamp = row.getBytes("stamp");
		long now = row.getLong("engine_time");
		return (stamp != null) ? new StoredEntry(text(stamp), row.getBytes("content"), now) : StoredEntry.empty(now);
	}

	/**
	 * Store a value if the key still holds what is expected.
	 * @return what is stored afterwards
	 */
	StoredEntry replace(JdbcClient client, byte[] key, @Nullable String expected, Write write) {
		if (expected != null) {
			write(client, this.replace, key, write).param(bytes(expected)).update();
		}
		else if (write(client, this.replaceExpired, key, write).update() == 0) {
			insert(client, key, write);
		}
		return read(client, key);
	}

	private void insert(JdbcClient client, byte[] key, Write write) {
		try {
			write(client, this.insert, key, write).update();
		}
		catch (DuplicateKeyException ex) {
			logger.debug("Another node stored a record first");
		}
	}

	private static JdbcClient.StatementSpec write(JdbcClient client, String statement, byte[] key, Write write) {
		return client.sql(statement)
			.param(bytes(write.stamp()))
			.param(write.generation())
			.param(write.value())
			.param(write.life().toMillis())
			.param(key);
	}

	/**
	 * Return what has changed since a time.
	 */
	List<Change> changes(JdbcClient client, long since) {
		return client.sql(this.changes)
			.param(since)
			.query((row, number) -> new Change(text(row.getBytes("record_key")), row.getLong("generation")))
			.list();
	}

	/**
	 * Delete rows that have expired, the oldest first. Their keys are read before: H2
	 * would look for them once more for each row that it deletes.
	 * @return how many were deleted
	 */
	int deleteExpired(JdbcClient client, int limit) {
		List<byte[]> keys = client.sql(this.expired)
			.param(limit)
			.query((row, number) -> row.getBytes("record_key"))
			.list();
		return keys.isEmpty() ? 0 : client.sql(this.deleteExpired).param("keys", keys).update();
	}

}
