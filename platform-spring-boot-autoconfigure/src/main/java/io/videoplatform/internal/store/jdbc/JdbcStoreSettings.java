package io.videoplatform.internal.store.jdbc;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Which table a {@link JdbcRecordStore} uses, and its times.
 *
 * @param tableName the name of the table, with the name of its schema before a dot if it
 * is not in the current one
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

	private static final Pattern TABLE_NAME = Pattern.compile("(?:[A-Za-z_]\\w{0,62}\\.)?[A-Za-z_]\\w{0,62}");

	/**
	 * Create a new instance.
	 * @throws IllegalArgumentException if the name of the table is anything but letters,
	 * digits and underscores, for it becomes a part of statements
	 */
	public JdbcStoreSettings {
		if (!TABLE_NAME.matcher(tableName).matches()) {
			throw new IllegalArgumentException("'%s' is not the name of a table".formatted(tableName));
		}
	}

	/**
	 * Return settings with the usual times.
	 * @param tableName the name of the table
	 * @return the settings
	 */
	public static JdbcStoreSettings of(String tableName) {
		return new JdbcStoreSettings(tableName, Duration.ofMillis(250), Duration.ofSeconds(1), Duration.ofMillis(500),
				Duration.ofMinutes(1));
	}

}
