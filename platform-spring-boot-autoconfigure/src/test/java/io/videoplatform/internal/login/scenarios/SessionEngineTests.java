package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.testing.Browser;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.ReactiveRedisTemplate;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.JdkSerializationRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.session.data.redis.ReactiveRedisSessionRepository;
import org.springframework.session.data.redis.RedisSessionRepository;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sessions of several nodes in the engines that Spring Session uses.
 */
@Tag("full")
class SessionEngineTests {

	private static final String BACK_CHANNEL_LOGOUT = "platform.login.back-channel-logout=true";

	@RegisterExtension
	static final RedisProcess REDIS = new RedisProcess();

	private static LettuceConnectionFactory redis;

	private final Map<String, String> sids = new ConcurrentHashMap<>();

	@BeforeAll
	static void connect() {
		redis = new SessionConnectionFactory(REDIS.port());
	}

	@AfterAll
	static void disconnect() {
		redis.destroy();
	}

	static Stream<Arguments> engines() {
		return Stream.of(Arguments.of(Stack.SERVLET, redis()), Arguments.of(Stack.SERVLET, jdbc()),
				Arguments.of(Stack.REACTIVE, reactiveRedis()));
	}

	private static RedisSessionRepository redis() {
		RedisTemplate<String, Object> template = new RedisTemplate<>();
		template.setKeySerializer(RedisSerializer.string());
		template.setHashKeySerializer(RedisSerializer.string());
		template.setConnectionFactory(redis);
		template.afterPropertiesSet();
		return new RedisSessionRepository(template);
	}

	private static ReactiveRedisSessionRepository reactiveRedis() {
		return new ReactiveRedisSessionRepository(new ReactiveRedisTemplate<>(redis,
				RedisSerializationContext.<String, Object>newSerializationContext(new JdkSerializationRedisSerializer())
					.key(RedisSerializer.string())
					.hashKey(RedisSerializer.string())
					.build()));
	}

	private static JdbcIndexedSessionRepository jdbc() {
		JdbcDataSource database = new JdbcDataSource();
		database.setUrl("jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID()));
		new ResourceDatabasePopulator(new ClassPathResource("org/springframework/session/jdbc/schema-h2.sql"))
			.execute(database);
		return new JdbcIndexedSessionRepository(new JdbcTemplate(database),
				new TransactionTemplate(new JdbcTransactionManager(database)));
	}

	@ParameterizedTest
	@MethodSource("engines")
	void whenRequestsGoToTwoNodesInTurnThenLoginsSucceedAndEndAtBoth(Stack stack, Object repository) {
		try (Cluster cluster = cluster(stack, repository)) {
			for (int i = 0; i < 3; i++) {
				cluster.balance(0, 1);
				Browser browser = cluster.browser();
				browser.open("/me");
				LoginScenario.assertLoggedIn(browser, "ann");
				LoginScenario.assertLoggedIn(browser, "ann");
				assertThat(logOut(cluster, 2).statusCode()).isEqualTo(200);
				LoginScenario.assertLoggedOut(browser);
				cluster.balance(0);
				LoginScenario.assertLoggedOut(browser);
			}
		}
	}

	@Test
	void whenRedisIsDownThenLogoutIsUnavailableAndTheSameTokenWorksLater() {
		try (Cluster cluster = cluster(Stack.REACTIVE, reactiveRedis())) {
			cluster.balance(0);
			Browser browser = cluster.browser();
			browser.open("/me");
			String token = cluster.provider().idTokens().logoutToken(this.sids.get("ann"), (claims) -> {
			});
			REDIS.pause();
			assertThat(send(cluster, 1, token).statusCode()).isEqualTo(503);
			REDIS.resume();
			assertThat(send(cluster, 1, token).statusCode()).isEqualTo(200);
			LoginScenario.assertLoggedOut(browser);
		}
	}

	private Cluster cluster(Stack stack, Object repository) {
		Cluster cluster = new Cluster(stack, Application.SPRING_SESSION, Map.of("sessionRepository", repository),
				BACK_CHANNEL_LOGOUT);
		cluster.provider()
			.idTokens()
			.claims((claims) -> this.sids.put(claims.get("sub").toString(), claims.get("sid").toString()));
		return cluster;
	}

	private HttpResponse<String> logOut(Cluster cluster, int node) {
		return send(cluster, node, cluster.provider().idTokens().logoutToken(this.sids.get("ann"), (claims) -> {
		}));
	}

	private static HttpResponse<String> send(Cluster cluster, int node, String token) {
		cluster.balance(node);
		return cluster.browser().post("/logout/connect/back-channel/platform", Map.of("logout_token", token));
	}

}
