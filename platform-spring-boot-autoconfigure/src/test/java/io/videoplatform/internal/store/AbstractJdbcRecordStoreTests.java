package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.Random;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.store.jdbc.JdbcRecordStore;
import io.videoplatform.internal.store.jdbc.JdbcStoreSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import reactor.core.scheduler.Scheduler;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * {@link JdbcRecordStore}: each node has a pool of its own.
 */
abstract class AbstractJdbcRecordStoreTests extends AbstractRecordStoreTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private final Scheduler scheduler = EngineScheduler.create();

	private final HikariDataSource dataSource = new HikariDataSource();

	private final HikariDataSource otherDataSource = new HikariDataSource();

	private final RecordStore store = store(this.dataSource);

	private final RecordStore otherStore = store(this.otherDataSource);

	abstract String url();

	abstract String schema();

	/**
	 * Change what connections are like.
	 */
	void customize(HikariDataSource dataSource) {
		dataSource.setJdbcUrl(url());
	}

	private RecordStore store(DataSource dataSource) {
		return new JdbcRecordStore(dataSource, new JdbcStoreSettings(JdbcStoreSettings.DEFAULT_TABLE_NAME, PATIENCE,
				PATIENCE, Duration.ofMillis(50), Duration.ofMinutes(10)), this.scheduler, new Random(1));
	}

	@BeforeEach
	void createTable() {
		customize(this.dataSource);
		customize(this.otherDataSource);
		new ResourceDatabasePopulator(new ClassPathResource("io/videoplatform/store/jdbc/" + schema()))
			.execute(new DriverManagerDataSource(url()));
	}

	@AfterEach
	void closeAll() {
		this.store.close();
		this.otherStore.close();
		this.dataSource.close();
		this.otherDataSource.close();
		this.scheduler.dispose();
	}

	@Override
	RecordStore store() {
		return this.store;
	}

	@Override
	RecordStore otherStore() {
		return this.otherStore;
	}

	@Override
	void elapse(Duration time) {
		client().sql("UPDATE platform_record SET expires_at = expires_at - ?, changed_at = changed_at - ?")
			.params(time.toMillis(), time.toMillis())
			.update();
	}

	@Override
	long engineTime() {
		return client().sql("SELECT CAST(FLOOR(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000) AS BIGINT)")
			.query(Long.class)
			.single();
	}

	private JdbcClient client() {
		return JdbcClient.create(new DriverManagerDataSource(url()));
	}

}
