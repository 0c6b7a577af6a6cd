package io.videoplatform.autoconfigure.store;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.store.jdbc.JdbcStoreSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * Settings of a store in a database. Not part of {@link StoreProperties}, because Boot's
 * mode is on the class path only where Boot's support of databases is.
 *
 * @param tableName Name of the table, optionally with its schema, such as
 * app.platform_record; 52 characters at most.
 * @param initializeSchema When the table is created at start.
 * @param schema Path of the SQL file that creates the table, in which platform_record
 * stands for the name of the table.
 * @param platform Value of @@platform@@ in the schema path; detected if unset.
 */
@ConfigurationProperties("platform.store.jdbc")
record JdbcStoreProperties(@DefaultValue(JdbcStoreSettings.DEFAULT_TABLE_NAME) String tableName,
		@DefaultValue("embedded") DatabaseInitializationMode initializeSchema,
		@DefaultValue("classpath:io/videoplatform/store/jdbc/schema-@@platform@@.sql") String schema,
		@Nullable String platform) {

	/**
	 * Return the settings of the store, with the usual times.
	 * @throws PlatformConfigurationException if the name of the table is malformed or too
	 * long
	 */
	JdbcStoreSettings settings() {
		try {
			return JdbcStoreSettings.of(this.tableName);
		}
		catch (IllegalArgumentException ex) {
			throw new PlatformConfigurationException("platform.store.jdbc.table-name", this.tableName,
					"is not the name of a table",
					"Write at most %d letters, digits and underscores, such as 'platform_record'."
						.formatted(JdbcStoreSettings.MAX_TABLE_NAME_LENGTH));
		}
	}

}
