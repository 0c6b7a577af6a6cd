package io.videoplatform.autoconfigure.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import javax.sql.DataSource;

import io.videoplatform.internal.store.jdbc.JdbcStoreSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.jdbc.init.PlatformPlaceholderDatabaseDriverResolver;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.util.StringUtils;

/**
 * Creates the table of the store. As long as nothing is to be created it does not need
 * the database.
 */
final class StoreSchemaInitializer extends DataSourceScriptDatabaseInitializer {

	/**
	 * The name of the table, or of one of its parts.
	 */
	private static final Pattern NAME = Pattern.compile("\\b" + JdbcStoreSettings.DEFAULT_TABLE_NAME + "(_\\w+)?");

	private final DatabaseInitializationSettings settings;

	private final JdbcStoreProperties properties;

	private final String tableName;

	private final @Nullable JdbcConnectionDetails details;

	private StoreSchemaInitializer(DataSource dataSource, DatabaseInitializationSettings settings,
			JdbcStoreProperties properties, @Nullable JdbcConnectionDetails details) {
		super(dataSource, settings);
		this.settings = settings;
		this.properties = properties;
		this.tableName = properties.settings().tableName();
		this.details = details;
	}

	/**
	 * Create a new instance.
	 * @param details where the database is, or {@code null} if only a connection can tell
	 */
	static StoreSchemaInitializer create(DataSource dataSource, JdbcStoreProperties properties,
			@Nullable JdbcConnectionDetails details) {
		DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
		settings.setMode(properties.initializeSchema());
		// Several nodes may create the table at once
		settings.setContinueOnError(true);
		return new StoreSchemaInitializer(dataSource, settings, properties, details);
	}

	/**
	 * A database that cannot be reached is not one in memory: there is nothing to create.
	 */
	@Override
	public boolean initializeDatabase() {
		if (this.details == null && this.settings.getMode() == DatabaseInitializationMode.EMBEDDED
				&& !isEmbeddedDatabase()) {
			return false;
		}
		this.settings.setSchemaLocations(locations());
		return super.initializeDatabase();
	}

	private List<String> locations() {
		PlatformPlaceholderDatabaseDriverResolver resolver = new PlatformPlaceholderDatabaseDriverResolver();
		String schema = this.properties.schema();
		if (StringUtils.hasText(this.properties.platform())) {
			return resolver.resolveAll(this.properties.platform(), schema);
		}
		if (this.details != null) {
			String platform = DatabaseDriver.fromJdbcUrl(this.details.getJdbcUrl()).getId();
			return resolver.resolveAll(platform, schema);
		}
		return resolver.resolveAll(getDataSource(), schema);
	}

	@Override
	protected boolean isEmbeddedDatabase() {
		return (this.details != null)
				? EmbeddedDatabaseConnection.isEmbedded(this.details.getDriverClassName(), this.details.getJdbcUrl())
				: super.isEmbeddedDatabase();
	}

	@Override
	protected void runScripts(Scripts scripts) {
		List<Resource> named = StreamSupport.stream(scripts.spliterator(), false).map(this::named).toList();
		super.runScripts(
				new Scripts(named).continueOnError(scripts.isContinueOnError()).separator(scripts.getSeparator()));
	}

	/**
	 * Put the name of the table in the place of the usual one. The names of its parts
	 * begin with it, and have no schema.
	 */
	private Resource named(Resource script) {
		try {
			String sql = NAME.matcher(script.getContentAsString(StandardCharsets.UTF_8))
				.replaceAll((name) -> (name.group(1) != null) ? StringUtils.unqualify(this.tableName) + name.group(1)
						: this.tableName);
			return new ByteArrayResource(sql.getBytes(StandardCharsets.UTF_8), script.getDescription());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
