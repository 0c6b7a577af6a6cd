package io.videoplatform.benchmarks.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.engine.PostgresServer;
import io.videoplatform.internal.store.jdbc.JdbcRecordStore;
import io.videoplatform.internal.store.jdbc.JdbcStoreSettings;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * PostgreSQL.
 */
final class PostgresEngine implements Engine {

	private static final int CONNECTIONS_PER_NODE = 5;

	private static final Duration CLEANUP = Duration.ofSeconds(10);

	/**
	 * Nobody looks for changes that old.
	 */
	private static final long HOUR = Duration.ofHours(1).toMillis();

	private static final String INSERT = "INSERT INTO platform_record"
			+ " (record_key, stamp, generation, content, expires_at, changed_at) VALUES (?, ?, ?, ?, ?, ?)";

	private final PostgresServer server = new PostgresServer("-c", "fsync=on", "-c", "max_connections=400");

	PostgresEngine() {
		new ResourceDatabasePopulator(new ClassPathResource("io/videoplatform/store/jdbc/schema-postgresql.sql"))
			.execute(PostgresServer.dataSource(port()));
	}

	JdbcClient client() {
		return JdbcClient.create(PostgresServer.dataSource(port()));
	}

	@Override
	public int port() {
		return this.server.port();
	}

	@Override
	public List<String> properties(int port) {
		return List.of("platform.store.type=jdbc",
				"spring.datasource.url=jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port),
				"spring.datasource.username=postgres",
				"spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS_PER_NODE,
				"spring.datasource.hikari.minimum-idle=1", "spring.datasource.hikari.connection-timeout=500");
	}

	@Override
	public String writtenMark() {
		return "UPDATE 1";
	}

	@Override
	public void kill() {
		this.server.stop();
	}

	@Override
	public void restart() {
		this.server.start();
	}

	@Override
	public void pause() {
		this.server.pause();
	}

	@Override
	public void resume() {
		this.server.resume();
	}

	@Override
	public void empty() {
		client().sql("TRUNCATE platform_record").update();
	}

	@Override
	public void save() {
		this.server.save();
	}

	@Override
	public void putBack() {
		this.server.putBack();
	}

	@Override
	public long operations() {
		return client().sql("SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'")
			.query(Long.class)
			.single();
	}

	@Override
	public long bytes() {
		return client().sql("SELECT pg_total_relation_size('platform_record')").query(Long.class).single();
	}

	@Override
	public long count() {
		return client().sql("SELECT count(*) FROM platform_record").query(Long.class).single();
	}

	@Override
	public RecordStore store() {
		HikariConfig pool = new HikariConfig();
		pool.setDataSource(PostgresServer.dataSource(port()));
		pool.setMaximumPoolSize(CONNECTIONS_PER_NODE);
		JdbcStoreSettings usual = JdbcStoreSettings.of(JdbcStoreSettings.DEFAULT_TABLE_NAME);
		return new JdbcRecordStore(new HikariDataSource(pool), new JdbcStoreSettings(usual.tableName(),
				usual.readTimeout(), usual.replaceTimeout(), usual.pollInterval(), CLEANUP), EngineScheduler.create());
	}

	@Override
	public void write(List<BulkStore.Entry> entries) {
		new JdbcTemplate(PostgresServer.dataSource(port())).batchUpdate(INSERT, entries, entries.size(),
				(statement, entry) -> {
					long now = System.currentTimeMillis();
					statement.setBytes(1, entry.key().getBytes(StandardCharsets.UTF_8));
					statement.setBytes(2, entry.write().stamp().getBytes(StandardCharsets.UTF_8));
					statement.setLong(3, entry.write().generation());
					statement.setBytes(4, entry.write().value());
					statement.setLong(5, now + entry.life().toMillis());
					statement.setLong(6, now - HOUR);
				});
	}

	@Override
	public void close() {
		this.server.stop();
	}

}
