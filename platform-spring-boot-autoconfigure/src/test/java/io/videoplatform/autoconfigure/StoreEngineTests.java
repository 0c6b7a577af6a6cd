package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.videoplatform.Gates;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.autoconfigure.actuate.PlatformHealthAutoConfiguration;
import io.videoplatform.autoconfigure.actuate.StoreHealth;
import io.videoplatform.autoconfigure.store.PlatformStoreAutoConfiguration;
import io.videoplatform.internal.event.EngineListener;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.store.RecordRepository;
import io.videoplatform.internal.store.RecordTimes;
import io.videoplatform.internal.store.engine.PostgresServer;
import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedRecord;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Applications that share a store by nothing but their properties, on real engines.
 */
@ExtendWith(OutputCaptureExtension.class)
class StoreEngineTests {

	@RegisterExtension
	static final RedisProcess redis = new RedisProcess();

	private static final Duration WAIT = Duration.ofSeconds(20);

	private static final RecordTimes TIMES = new RecordTimes(Duration.ofSeconds(10), Duration.ofHours(8),
			Duration.ofDays(30));

	private static final RecordIdentity ALICE = new RecordIdentity("https://api.example.com", "default",
			"https://login.example.com", "alice", "1");

	private static final RecordIdentity BOB = new RecordIdentity("https://api.example.com", "default",
			"https://login.example.com", "bob", "2");

	private static final String OLD = key("canary-old-key-of-32-bytes-or-more");

	private static final String NEW = key("canary-new-key-of-32-bytes-or-more");

	private final Queue<PlatformEvent> events = new ConcurrentLinkedQueue<>();

	private static String key(String text) {
		return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
	}

	@BeforeEach
	void empty() {
		redis.commands().flushall();
	}

	private ApplicationContextRunner runner(String type) {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class,
							PlatformStoreAutoConfiguration.class, PlatformHealthAutoConfiguration.class))
			.withBean(EngineListener.class, () -> this.events::add)
			.withPropertyValues("platform.root-url=https://api.example.com", "platform.store.type=" + type);
		return type.equals("redis")
				? runner.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
					.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + redis.port())
				: runner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
					.withPropertyValues(
							"spring.datasource.url=jdbc:postgresql://127.0.0.1:%d/postgres"
								.formatted(PostgresServer.shared().port()),
							"spring.datasource.username=postgres", "platform.store.jdbc.initialize-schema=always",
							"platform.store.jdbc.table-name=public.shared");
	}

	private ApplicationContextRunner node(String type, String... keys) {
		return runner(type).withPropertyValues("platform.store.encryption.keys=" + String.join(",", keys));
	}

	private ApplicationContextRunner rotated(String... keys) {
		return node("redis", keys).withPropertyValues("platform.store.encryption.index-key=" + OLD);
	}

	/**
	 * What a node does with its store: an engine that is busy is asked again.
	 */
	private static SharedRecord record(ApplicationContext context, RecordIdentity identity) {
		PlatformStore store = context.getBean(PlatformStore.class);
		return new RecordRepository(store.store(), store.codec(), TIMES, System::nanoTime, Schedulers.parallel(),
				(failure) -> {
				})
			.record(identity);
	}

	private static TokenRecord create(ApplicationContext context, RecordIdentity identity, String token) {
		return block(record(context, identity).create(() -> tokens(token), Map.of()));
	}

	private static StoredTokens tokens(String token) {
		return new StoredTokens(token, Set.of("openid"), "https://login.example.com", 0,
				Duration.ofDays(40000).toMillis(), "canary-refresh", StoredTokens.NO_END);
	}

	private static String read(ApplicationContext context, RecordIdentity identity) {
		return Objects.requireNonNull(block(record(context, identity).read()).tokens()).accessToken();
	}

	private static <T> T block(Mono<T> operation) {
		Mono<T> repeated = operation.retryWhen(Retry.fixedDelay(Long.MAX_VALUE, Duration.ofMillis(50))
			.filter(StoreUnavailableException.class::isInstance));
		return Objects.requireNonNull(repeated.block(WAIT));
	}

	private static boolean isUp(ApplicationContext context) {
		return StoreHealth.of(context).getStatus().equals(Status.UP);
	}

	private Stream<PlatformEvent> events(Level level) {
		return this.events.stream().filter((event) -> event.step() == PlatformStep.STORE && event.level() == level);
	}

	private static ContextConsumer<AssertableApplicationContext> started(
			ContextConsumer<AssertableApplicationContext> test) {
		return (context) -> {
			assertThat(context).hasNotFailed();
			test.accept(context);
		};
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis", "jdbc" })
	void readWhenWrittenByAnotherApplicationThenTheSame(String type) {
		node(type, OLD).run(started((one) -> {
			create(one, ALICE, "canary-access");
			node(type, OLD).run(started((other) -> assertThat(read(other, ALICE)).isEqualTo("canary-access")));
		}));
		assertThat(redis.keys("*").size() + rows()).isPositive();
	}

	private static int rows() {
		return JdbcClient.create(PostgresServer.dataSource(PostgresServer.shared().port()))
			.sql("SELECT COUNT(*) FROM pg_tables WHERE tablename = 'shared'")
			.query(Integer.class)
			.single();
	}

	@Test
	void readWhenNamespaceIsAnotherThenNothingShared() {
		node("redis", OLD).run(started((one) -> {
			create(one, ALICE, "canary-access");
			node("redis", NEW).withPropertyValues("platform.store.redis.namespace=other")
				.run(started((other) -> create(other, ALICE, "canary-other")));
			assertThat(read(one, ALICE)).isEqualTo("canary-access");
			assertThat(redis.keys("other:*")).hasSize(2);
		}));
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis", "jdbc" })
	void startWhenKeyIsAnotherThenUnreadableAndReportedOnce(String type, CapturedOutput output) {
		node(type, OLD).run(started((one) -> {
			create(one, ALICE, "canary-access");
			node(type, NEW).run(started((other) -> {
				Gates.until(() -> events(Level.ERROR).count() == 1);
				assertThat(StoreHealth.of(other).getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
				assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> read(other, ALICE));
				assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> read(other, BOB));
				assertThat(StoreHealth.of(other).getDetails()).containsEntry("type", type)
					.containsEntry("problem", "The store is used with other keys")
					.containsEntry("cause", "store_keys")
					.containsKey("since");
				assertThat(events(Level.ERROR)).singleElement()
					.extracting(PlatformEvent::message)
					.asString()
					.contains("'platform.store.encryption.keys'", "'platform.store.encryption.index-key'");
			}));
			assertThat(read(one, ALICE)).isEqualTo("canary-access");
			assertThat(isUp(one)).isTrue();
		}));
		assertThat(output).doesNotContain("canary", OLD, NEW);
	}

	@Test
	void readWhenKeysAreRotatedThenReadableThroughout() {
		node("redis", OLD).run(started((one) -> create(one, ALICE, "access-1")));
		rotated(OLD, NEW).run(started((one) -> {
			assertThat(read(one, ALICE)).isEqualTo("access-1");
			rotated(NEW, OLD).run(started((two) -> {
				assertThat(read(two, ALICE)).isEqualTo("access-1");
				create(two, BOB, "access-2");
			}));
			assertThat(read(one, BOB)).isEqualTo("access-2");
		}));
		rotated(NEW).run(started((last) -> {
			assertThat(read(last, BOB)).isEqualTo("access-2");
			assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> read(last, ALICE))
				.withMessageContaining("is not configured");
		}));
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis", "jdbc" })
	void printThenNothingSecret(String type, CapturedOutput output) {
		try (Printed printed = new Printed()) {
			node(type, OLD).run(started((one) -> {
				create(one, ALICE, "canary-access");
				read(one, ALICE);
				node(type, NEW).run(started((other) -> {
					assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> read(other, ALICE))
						.satisfies(printed::add);
					printed.add(StoreHealth.of(other).toString());
				}));
				one.getBeansOfType(Object.class)
					.values()
					.stream()
					.filter((bean) -> bean.getClass().getName().startsWith("io.videoplatform."))
					.forEach((bean) -> printed.add(bean.toString()));
			}));
			assertThat(printed.lines()).isNotEmpty().noneMatch(StoreEngineTests::isSecret);
			assertThat(output.toString().lines()).noneMatch(StoreEngineTests::isSecret);
		}
	}

	private static boolean isSecret(String line) {
		return Stream.of("canary", OLD, NEW).anyMatch(line::contains);
	}

	@Test
	void startWhenEngineIsDownThenStartsAndSaysSoOnce() {
		try (RedisProcess engine = new RedisProcess()) {
			engine.start();
			engine.kill();
			node("redis", OLD).withPropertyValues("spring.data.redis.port=" + engine.port()).run(started((context) -> {
				Gates.until(() -> StoreHealth.of(context).getStatus().equals(Status.DOWN));
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> record(context, ALICE).read().block(WAIT));
				Gates.until(() -> events(Level.WARN).count() == 1);
				assertThat(events(Level.WARN)).singleElement()
					.extracting(PlatformEvent::message)
					.asString()
					.contains("Redis ");
				engine.restart();
				Gates.until(() -> events(Level.INFO).count() == 1);
				assertThat(isUp(context)).isTrue();
				create(context, ALICE, "access-1");
				assertThat(events(Level.WARN)).hasSize(1);
			}));
		}
	}

	static Stream<Arguments> startWhenTableIsMissingThenStartsAndSaysSoUntilItIsCreated() {
		return Stream.of(Arguments.of("PostgreSQL", "public.absent"), Arguments.of("PostgreSQL", "absent.record"),
				Arguments.of("H2", "platform_record"), Arguments.of("H2", "absent.record"));
	}

	@ParameterizedTest(name = "{0}: {1}")
	@MethodSource
	void startWhenTableIsMissingThenStartsAndSaysSoUntilItIsCreated(String database, String table,
			@TempDir Path folder) {
		ApplicationContextRunner node = node("jdbc", OLD).withPropertyValues("platform.store.jdbc.table-name=" + table);
		if (database.equals("H2")) {
			node = node.withPropertyValues("spring.datasource.url=jdbc:h2:file:" + folder.resolve("store"),
					"spring.datasource.username=sa");
		}
		node.withPropertyValues("platform.store.jdbc.initialize-schema=embedded").run(started((context) -> {
			JdbcClient client = JdbcClient.create(context.getBean(DataSource.class));
			Gates.until(() -> events(Level.ERROR).count() == 1);
			assertThat(events(Level.ERROR)).singleElement()
				.returns(PlatformError.STORE_TABLE, PlatformEvent::error)
				.extracting(PlatformEvent::message, InstanceOfAssertFactories.STRING)
				.startsWith("The table %s of the store does not exist".formatted(table))
				.endsWith(PlatformError.STORE_TABLE.getCure())
				.contains("'platform.store.jdbc.initialize-schema'", "io/videoplatform/store/jdbc/schema-")
				.doesNotContain("Redis");
			assertThat(StoreHealth.of(context)).returns(Status.DOWN, Health::getStatus)
				.extracting(Health::getDetails, InstanceOfAssertFactories.MAP)
				.containsEntry("problem", "The table of the store does not exist or lacks a column")
				.containsEntry("cause", "store_table");
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> record(context, ALICE).read().block(WAIT))
				.returns(PlatformError.STORE_TABLE, StoreUnavailableException::errorOf);
			if (table.startsWith("absent.")) {
				client.sql("CREATE SCHEMA absent").update();
			}
			create(client, database, table);
			Gates.until(() -> isUsable(context));
			client.sql("DROP TABLE " + table).update();
			client.sql("DROP SCHEMA IF EXISTS absent").update();
		}));
		assertThat(events(Level.WARN)).isEmpty();
	}

	private static boolean isUsable(ApplicationContext context) {
		context.getBean(PlatformStore.class).check().onErrorComplete().block(WAIT);
		return isUp(context);
	}

	private static void create(JdbcClient client, String database, String table) throws IOException {
		String script = new ClassPathResource(
				"io/videoplatform/store/jdbc/schema-%s.sql".formatted(database.toLowerCase(Locale.ROOT)))
			.getContentAsString(StandardCharsets.UTF_8);
		client
			.sql(script.substring(0, script.indexOf(';'))
				.replace("platform_record_pk", "absent_pk")
				.replace("platform_record", table))
			.update();
	}

}
