package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.store.RecordStore.Write;
import io.videoplatform.internal.store.jdbc.JdbcRecordStore;
import io.videoplatform.internal.store.jdbc.JdbcStoreSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link JdbcRecordStore}: each node has a pool of its own.
 */
abstract class AbstractJdbcRecordStoreTests extends AbstractRecordStoreTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final String raced = key();

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
				PATIENCE, Duration.ofMillis(50), Duration.ofMinutes(10)), this.scheduler);
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

	@Test
	void replaceWhenManyAtOnceAndNothingIsStoredThenOne() {
		assertThat(replaceAtOnce("first")).hasSize(1);
		elapse(Duration.ofDays(1));
		assertThat(replaceAtOnce("second")).hasSize(1);
	}

	private Set<String> replaceAtOnce(String stamp) {
		return Objects.requireNonNull(Flux.range(0, 50)
			.flatMap((i) -> ((i % 2 == 0) ? this.store : this.otherStore).replace(this.raced, null,
					new Write(stamp + i, 1, new byte[0], Duration.ofHours(1))))
			.map((entry) -> Objects.requireNonNull(entry.stamp()))
			.collect(Collectors.toSet())
			.block(PATIENCE));
	}

	private JdbcClient client() {
		return JdbcClient.create(new DriverManagerDataSource(url()));
	}

}
