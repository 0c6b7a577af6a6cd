package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.testing.Browser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.ReactiveRedisTemplate;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.JdkSerializationRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.session.data.redis.ReactiveRedisSessionRepository;
import org.springframework.session.data.redis.RedisSessionRepository;
import org.springframework.web.context.request.RequestContextHolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Sessions in Redis that requests save while the provider ends them.
 */
@Tag("full")
class SessionSaveRaceTests {

	@RegisterExtension
	static final RedisProcess REDIS = new RedisProcess();

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static LettuceConnectionFactory redis;

	private final Map<String, String> sids = new ConcurrentHashMap<>();

	/**
	 * What is done between the look for a session and its save.
	 */
	private final AtomicReference<@Nullable Runnable> beforeSave = new AtomicReference<>();

	@BeforeAll
	static void connect() {
		redis = new SessionConnectionFactory(REDIS.port());
	}

	@AfterAll
	static void disconnect() {
		redis.destroy();
	}

	@ParameterizedTest
	@EnumSource(Stack.class)
	void whenSessionIsDeletedWhileARequestSavesItThenTheUserIsLoggedOut(Stack stack) {
		try (Cluster cluster = cluster(stack)) {
			Browser browser = logIn(cluster);
			this.beforeSave.set(() -> assertThat(logOut(cluster).statusCode()).isEqualTo(200));
			assertThat(browser.get("/me").statusCode()).isEqualTo(200);
			assertThat(this.beforeSave.get()).isNull();
			await().atMost(PATIENCE).until(() -> browser.get("/me").statusCode() == 302);
			LoginScenario.assertLoggedOut(browser);
		}
	}

	private Cluster cluster(Stack stack) {
		Cluster cluster = new Cluster(stack, Application.SPRING_SESSION,
				Map.of("sessionRepository", (stack == Stack.SERVLET) ? servlet() : reactive()),
				"platform.login.back-channel-logout=true");
		cluster.provider()
			.idTokens()
			.claims((claims) -> this.sids.put(claims.get("sub").toString(), claims.get("sid").toString()));
		return cluster;
	}

	private static Browser logIn(Cluster cluster) {
		cluster.balance(0);
		Browser browser = cluster.browser();
		browser.open("/me");
		return browser;
	}

	private HttpResponse<String> logOut(Cluster cluster) {
		return cluster.browser()
			.post("/logout/connect/back-channel/platform",
					Map.of("logout_token", cluster.provider().idTokens().logoutToken(this.sids.get("ann"), (claims) -> {
					})));
	}

	private void run() {
		Runnable once = this.beforeSave.getAndSet(null);
		if (once != null) {
			once.run();
		}
	}

	/**
	 * The filter of Spring Session saves a session again when the browser has the
	 * response already. A request is bound to the thread before that only.
	 */
	private RedisSessionRepository servlet() {
		RedisTemplate<String, Object> template = new RedisTemplate<>() {

			@Override
			public Boolean hasKey(String key) {
				Boolean found = super.hasKey(key);
				if (RequestContextHolder.getRequestAttributes() != null) {
					SessionSaveRaceTests.this.run();
				}
				return found;
			}

		};
		template.setKeySerializer(RedisSerializer.string());
		template.setHashKeySerializer(RedisSerializer.string());
		template.setConnectionFactory(redis);
		template.afterPropertiesSet();
		return new RedisSessionRepository(template);
	}

	private ReactiveRedisSessionRepository reactive() {
		return new ReactiveRedisSessionRepository(new ReactiveRedisTemplate<>(redis,
				RedisSerializationContext.<String, Object>newSerializationContext(new JdkSerializationRedisSerializer())
					.key(RedisSerializer.string())
					.hashKey(RedisSerializer.string())
					.build()) {

			@Override
			public Mono<Boolean> hasKey(String key) {
				return super.hasKey(key).flatMap((found) -> Mono.fromRunnable(SessionSaveRaceTests.this::run)
					.subscribeOn(Schedulers.boundedElastic())
					.thenReturn(found));
			}

		});
	}

}
