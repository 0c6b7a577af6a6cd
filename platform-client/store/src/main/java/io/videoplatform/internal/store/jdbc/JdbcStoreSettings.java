package io.videoplatform.internal.store.jdbc;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Which table a {@link JdbcRecordStore} uses, and its times.
 *
 * @param tableName the name of the table, with the name of its schema before a dot if it
 * is not in the current one; no longer than that the names of its parts, which begin with
 * it, fit into the 63 characters that PostgreSQL keeps of a name
 * @param readTimeout after which time a read fails
 * @param replaceTimeout after which time a write fails
 * @param pollInterval the delay between two looks for what has changed
 * @param cleanupInterval the delay between two deletions of what has expired
 */
public record JdbcStoreSettings(String tableName, Duration readTimeout, Duration replaceTimeout, Duration pollInterval,
		Duration cleanupInterval) {

	/**
	 * The name of the table that the schema files create.
	 */
	public static final String DEFAULT_TABLE_NAME = "platform_record";

	/**
	 * How many characters a name may have: PostgreSQL cuts off what exceeds 63, and the
	 * schema files append {@code _expires_at}.
	 */
	public static final int MAX_TABLE_NAME_LENGTH = 63 - "_expires_at".length();

	private static final Pattern TABLE_NAME = Pattern
		.compile("(?:[A-Za-z_]\\w{0,62}\\.)?[A-Za-z_]\\w{0,%d}".formatted(MAX_TABLE_NAME_LENGTH - 1));

	public JdbcStoreSettings {
		if (!TABLE_NAME.matcher(tableName).matches()) {
			throw new IllegalArgumentException("'%s' is not the name of a table".formatted(tableName));
		}
	}

	/**
	 * Return settings with the usual times.
	 * @param tableName the name of the table
	 */
	public static JdbcStoreSettings of(String tableName) {
		return new JdbcStoreSettings(tableName, Duration.ofMillis(250), Duration.ofSeconds(1), Duration.ofMillis(500),
				Duration.ofMinutes(1));
	}

}
