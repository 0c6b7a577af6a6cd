package io.videoplatform.internal.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.store.RecordStore.Write;
import io.videoplatform.internal.store.StoredEntry;
import io.videoplatform.internal.store.engine.PostgresServer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * A node with a store in the shared PostgreSQL, and a pool of connections with the
 * settings of an application.
 */
final class StoreNode implements AutoCloseable {

	private static final Duration WAIT = Duration.ofSeconds(30);

	private final HikariDataSource pool = new HikariDataSource();

	private final Scheduler scheduler = EngineScheduler.create();

	private final JdbcRecordStore store;

	StoreNode(int port, JdbcStoreSettings settings) {
		this(port, settings, (pool) -> pool);
	}

	StoreNode(int port, JdbcStoreSettings settings, UnaryOperator<DataSource> wrapper) {
		this.pool.setJdbcUrl("jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres".formatted(port));
		this.store = new JdbcRecordStore(wrapper.apply(this.pool), settings, this.scheduler);
	}

	/**
	 * Return settings for tests in which nothing may fail because of a busy machine.
	 */
	static JdbcStoreSettings patient() {
		return new JdbcStoreSettings(JdbcStoreSettings.DEFAULT_TABLE_NAME, WAIT, WAIT, Duration.ofMillis(50),
				Duration.ofMinutes(10));
	}

	/**
	 * Create the table in the shared PostgreSQL, without a row.
	 */
	static JdbcClient emptyTable() {
		DataSource dataSource = PostgresServer.dataSource(PostgresServer.shared().port());
		new ResourceDatabasePopulator(new ClassPathResource("io/videoplatform/store/jdbc/schema-postgresql.sql"))
			.execute(dataSource);
		JdbcClient client = JdbcClient.create(dataSource);
		client.sql("TRUNCATE platform_record").update();
		return client;
	}

	HikariDataSource pool() {
		return this.pool;
	}

	Scheduler scheduler() {
		return this.scheduler;
	}

	JdbcRecordStore store() {
		return this.store;
	}

	StoredEntry read(String key) {
		return block(this.store.read(key));
	}

	StoredEntry replace(String key, @Nullable String expected, String stamp) {
		return block(this.store.replace(key, expected, write(stamp)));
	}

	static Write write(String stamp) {
		return new Write(stamp, 1, stamp.getBytes(StandardCharsets.UTF_8), Duration.ofMinutes(10));
	}

	static <T> T block(Mono<T> operation) {
		return Objects.requireNonNull(operation.block(WAIT));
	}

	/**
	 * Return whether the store is usable.
	 */
	boolean isAvailable() {
		return block(this.store.read("any").thenReturn(true).onErrorReturn(false));
	}

	@Override
	public void close() {
		this.store.close();
		this.pool.close();
		this.scheduler.dispose();
	}

}
