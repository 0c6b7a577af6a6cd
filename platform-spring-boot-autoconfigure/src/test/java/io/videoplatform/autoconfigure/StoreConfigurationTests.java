package io.videoplatform.autoconfigure;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import io.lettuce.core.resource.ClientResources;
import io.netty.channel.embedded.EmbeddedChannel;
import io.videoplatform.JavaSnippet;
import io.videoplatform.MarkdownPage;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.autoconfigure.actuate.PlatformHealthAutoConfiguration;
import io.videoplatform.autoconfigure.store.PlatformStoreAutoConfiguration;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.store.PlatformStore;
import org.assertj.core.api.AbstractThrowableAssert;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The properties of the store, and what an application needs for it. No engine runs: the
 * start does not wait for it.
 */
@ExtendWith(OutputCaptureExtension.class)
class StoreConfigurationTests {

	private static final String KEY = Base64.getEncoder().encodeToString("canary-key-of-32-bytes-or-longer".getBytes());

	private static final String KEYS = "platform.store.encryption.keys=" + KEY;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class,
						PlatformStoreAutoConfiguration.class, PlatformHealthAutoConfiguration.class))
		.withPropertyValues("platform.root-url=https://api.example.com");

	private final ApplicationContextRunner redis = this.runner
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
		.withPropertyValues("platform.store.type=redis", "spring.data.redis.port=1");

	private final ApplicationContextRunner jdbc = this.runner
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
		.withPropertyValues("platform.store.type=jdbc", "spring.datasource.generate-unique-name=true");

	private static AbstractThrowableAssert<?, ?> assertFailure(AssertableApplicationContext context) {
		assertThat(context).hasFailed();
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure());
		return assertThat(cause).isInstanceOf(PlatformConfigurationException.class);
	}

	@Test
	void startWhenNoTypeThenNoStore() {
		this.runner.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(PlatformStore.class)
			.getBean("platformHealthContributor", CompositeHealthContributor.class)
			.satisfies((health) -> assertThat(health.getContributor("store")).isNull()));
		this.runner.withPropertyValues("platform.store.type=memory", KEYS)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(PlatformStore.class));
	}

	@Test
	void startWhenNoTypeAndNoLibraryThenStarts() {
		this.runner
			.withClassLoader(new FilteredClassLoader("org.springframework.jdbc", "org.springframework.data",
					"io.lettuce", "org.springframework.boot.jdbc", "org.springframework.boot.sql",
					"org.springframework.boot.data"))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(PlatformEngine.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis", "jdbc" })
	void startThenStoreOfTheEngineOnBeansOfBoot(String type) {
		runner(type).withPropertyValues(KEYS).run((context) -> {
			assertThat(context).hasNotFailed()
				.hasSingleBean(PlatformStore.class)
				.hasSingleBean(type.equals("redis") ? RedisConnectionFactory.class : DataSource.class);
			PlatformStore store = context.getBean(PlatformStore.class);
			assertThat(store.type()).isEqualTo(type);
			assertThat(context.getBean(PlatformEngine.class).context().store()).isSameAs(store);
		});
	}

	@ParameterizedTest
	@CsvSource({ "redis, org.springframework.boot.data.redis, data-redis",
			"redis, org.springframework.data.redis, data-redis", "redis, io.lettuce, data-redis",
			"jdbc, org.springframework.boot.jdbc, jdbc", "jdbc, org.springframework.jdbc, jdbc",
			"jdbc, org.springframework.boot.sql, jdbc" })
	void startWhenLibraryIsMissingThenNamed(String type, String missing, String starter) {
		this.runner.withPropertyValues("platform.store.type=" + type, KEYS)
			.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertFailure(context)
				.hasMessage("Property 'platform.store.type' with value '%s' needs a library that is missing. Add the"
						+ " dependency 'org.springframework.boot:spring-boot-starter-%s'.", type, starter));
	}

	/**
	 * Without a bean of Boot that the store could use, and with two.
	 */
	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			redis | false | needs a connection factory of Lettuce | 'LettuceConnectionFactory'
			redis | true  | leaves open which of several          | '@Primary'
			jdbc  | false | needs a data source                   | 'spring.datasource.url'
			jdbc  | true  | leaves open which of several          | '@PlatformStoreDataSource'
			""")
	void startWhenNoneOrSeveralLeadToTheStoreThenSaid(String type, boolean several, String reason, String cure) {
		ApplicationContextRunner runner = this.runner.withPropertyValues("platform.store.type=" + type, KEYS);
		for (String name : several ? List.of("one", "two") : List.<String>of()) {
			runner = type.equals("jdbc") ? runner.withBean(name, DataSource.class, JdbcDataSource::new) : runner
				.withBean(name, LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("127.0.0.1", 1));
		}
		runner.run((context) -> assertFailure(context)
			.hasMessageStartingWith("Property 'platform.store.type' with value '%s' %s", type, reason)
			.hasMessageContaining(cure));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					redis | | Property 'platform.store.encryption.keys' is not set, and the store holds tokens of users. Set it to a key made by 'openssl rand -base64 32'.
					jdbc  | platform.store.encryption.keys[0]= | Property 'platform.store.encryption.keys' is not set, and the store holds tokens of users. Set it to a key made by 'openssl rand -base64 32'.
					redis | platform.store.encryption.keys=Y2FuYXJ5 | Property 'platform.store.encryption.keys[0]' has 6 bytes, and a key has at least 32. Write a key made by 'openssl rand -base64 32'.
					redis | KEYS[0]; platform.store.encryption.keys[1]=canary-2- | Property 'platform.store.encryption.keys[1]' is not Base64. Write a key made by 'openssl rand -base64 32'.
					redis | KEYS[0]; platform.store.encryption.index-key=Y2FuYXJ5 | Property 'platform.store.encryption.index-key' has 6 bytes, and a key has at least 32. Write a key made by 'openssl rand -base64 32'.
					redis | KEYS[0]; KEYS[1] | Property 'platform.store.encryption.index-key' is not set while 'platform.store.encryption.keys' holds 2 keys. Set it to the key that was the only one so far.
					jdbc  | KEYS[0]; platform.store.jdbc.table-name=records, DROP | Property 'platform.store.jdbc.table-name' with value 'records, DROP' is not the name of a table. Write at most 52 letters, digits and underscores, such as 'platform_record'.
					redis | KEYS[0]; spring.data.redis.password=canary; spring.data.redis.masterreplica.nodes=one:1,two:2 | Property 'spring.data.redis.masterreplica.nodes' with value 'one:1,two:2' cannot be used by 'platform.store.type=redis', because such nodes send no notifications. Remove it, and set 'spring.data.redis.url' for a single server, or the properties below 'spring.data.redis.sentinel' or 'spring.data.redis.cluster'.
					""")
	void startWhenSettingIsMistakenThenSentenceWithoutAKey(String type, @Nullable String settings, String message,
			CapturedOutput output) {
		String[] properties = (settings != null)
				? settings.replaceAll("KEYS(\\[.])", "platform.store.encryption.keys$1=" + KEY).split("; ")
				: new String[0];
		runner(type).withPropertyValues(properties).run((context) -> {
			assertFailure(context).hasMessage(message);
			assertThat(output).doesNotContain("canary", "Y2FuYXJ5", KEY);
		});
	}

	private ApplicationContextRunner runner(String type) {
		return type.equals("redis") ? this.redis : this.jdbc;
	}

	@ParameterizedTest
	@ValueSource(strings = { "keys[1]", "keys.first", "" })
	void startWhenKeyStandsInTheWrongPlaceThenNotShown(String place, CapturedOutput output) {
		String property = place.isEmpty() ? "platform.store.encryption" : "platform.store.encryption." + place;
		FailedStart failed = FailedStart.of(
				List.of("platform.root-url=https://api.example.com", "platform.store.type=redis", property + "=" + KEY),
				output);
		assertThat(failed.output()).doesNotContain(KEY);
		assertThat(failed.description()).contains("platform.store");
	}

	@Test
	void startWhenEncryptionIsDisabledThenWarnedOfOnce(CapturedOutput output) {
		this.redis.withPropertyValues("platform.store.encryption.enabled=false").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).containsOnlyOnce("Tokens are stored without protection").contains("[store_keys]");
		});
	}

	@Test
	void toStringThenNoKey() {
		this.redis.withPropertyValues(KEYS, "platform.store.encryption.index-key=" + KEY).run((context) -> {
			assertThat(
					context.getBean("platform.store-io.videoplatform.autoconfigure.store.StoreProperties").toString())
				.doesNotContain(KEY)
				.contains("keys=1");
			assertThat(context.getBean(PlatformStore.class).toString()).doesNotContain(KEY);
		});
	}

	@ParameterizedTest
	@CsvSource({ "public.logins, logins", "platform_record_logins, platform_record_logins" })
	void startWhenEmbeddedDatabaseThenTableIsCreated(String name, String table) {
		this.jdbc.withPropertyValues(KEYS, "platform.store.jdbc.table-name=" + name)
			.run((context) -> assertThat(rows(context.getBean(DataSource.class), table)).isNotNegative());
	}

	@Test
	void startWhenDatabaseIsUnreachableThenStarts() {
		this.jdbc
			.withPropertyValues(KEYS, "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/none",
					"spring.datasource.username=none")
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(PlatformStore.class)
				.hasSingleBean(JdbcConnectionDetails.class));
	}

	@Test
	void startWhenDataSourceOfThePageThenThatIsUsed(@TempDir Path classes) throws Exception {
		String snippet = MarkdownPage.of("docs/nodes.md").code("java").get(0);
		String url = "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID());
		assertThat(JavaSnippet.of(snippet.replace("jdbc:postgresql://db.example.com/tokens", url)).compile(classes))
			.isEmpty();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { classes.toUri().toURL() })) {
			this.jdbc.withPropertyValues(KEYS)
				.withBean("applicationDataSource", DataSource.class, JdbcDataSource::new)
				.withUserConfiguration(loader.loadClass("TokenDatabase"))
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(rows(context.getBean("tokenDataSource", DataSource.class), "platform_record"))
						.isNotNegative();
					assertThat(context.getBean(DataSource.class)).isSameAs(context.getBean("applicationDataSource"));
				});
		}
	}

	@Test
	void connectionsOfThePageWhenReadingWasTurnedOffThenTheyGoOn(@TempDir Path classes) throws Exception {
		String snippet = MarkdownPage.of("docs/nodes.md").code("java").get(1);
		assertThat(JavaSnippet.of(snippet).compile(classes)).isEmpty();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { classes.toUri().toURL() })) {
			new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
				.withUserConfiguration(loader.loadClass("SessionConnections"))
				.run((context) -> {
					EmbeddedChannel channel = new EmbeddedChannel();
					context.getBean(ClientResources.class).nettyCustomizer().afterChannelInitialized(channel);
					channel.config().setAutoRead(false);
					channel.flushInbound();
					assertThat(channel.config().isAutoRead()).isTrue();
				});
		}
	}

	private static int rows(DataSource dataSource, String table) {
		return JdbcClient.create(dataSource).sql("SELECT COUNT(*) FROM " + table).query(Integer.class).single();
	}

}
