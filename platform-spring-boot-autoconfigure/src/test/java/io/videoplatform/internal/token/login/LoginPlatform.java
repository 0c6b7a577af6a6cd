package io.videoplatform.internal.token.login;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.PlatformEvent;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import io.videoplatform.internal.token.TestEngine;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * A platform on loopback and the holder of the logins at it, in time that the test moves.
 */
public final class LoginPlatform implements AutoCloseable {

	static final Duration PATIENCE = Duration.ofSeconds(60);

	static final Duration IDLE = Duration.ofMinutes(30);

	/**
	 * A client at which users log in.
	 */
	public static final ClientCredentials CLIENT = CredentialsFixtures.of("platform",
			AuthorizationGrantType.AUTHORIZATION_CODE, "videos", "s3cret&=", null, null, Set.of("openid"));

	final TestPlatform provider = new TestPlatform();

	final MovableClock clock = new MovableClock();

	/**
	 * Runs at every step of the engine that a test can see: each use of the clock, of
	 * discovery and of its threads, and each event.
	 */
	volatile Runnable step = () -> {
	};

	final Scheduler scheduler = new SteppingScheduler(EngineScheduler.create(), () -> this.step.run());

	final Queue<PlatformEvent> events = new ConcurrentLinkedQueue<>();

	private final AtomicInteger logins = new AtomicInteger();

	volatile CompletableFuture<ProviderMetadata> found = CompletableFuture
		.completedFuture(TokenFixtures.provider(this.provider.issuer()));

	final LoginTokens tokens = tokens(10_000, true);

	LoginPlatform() {
		this.clock.onRead(() -> this.step.run());
	}

	LoginTokens tokens(long maximum, boolean revokesAtLogout) {
		BoundedExchange exchange = new BoundedExchange(WebClient.create(), Duration.ofSeconds(10),
				DataSize.ofMegabytes(1));
		TestEngine engine = TestEngine.of(exchange, this.clock, this.scheduler, this::publish);
		LoginTokens tokens = new LoginTokens(engine.client(CLIENT, this::discovered, () -> null), maximum, IDLE,
				revokesAtLogout);
		tokens.useCheck((claims, registration, idToken, accessToken) -> Mono.empty());
		return tokens;
	}

	private CompletableFuture<ProviderMetadata> discovered() {
		this.step.run();
		return this.found;
	}

	private void publish(PlatformEvent event) {
		this.events.add(event);
		this.step.run();
	}

	void discover(ProviderMetadata provider) {
		this.found = CompletableFuture.completedFuture(provider);
	}

	/**
	 * Log a user in, as with a browser of its own.
	 */
	LoginKey login(String subject) {
		return login(this.tokens, subject);
	}

	LoginKey login(LoginTokens tokens, String subject) {
		return login(tokens, subject, null);
	}

	/**
	 * Log a user in, in a session of the provider.
	 */
	LoginKey login(LoginTokens tokens, String subject, @Nullable String sessionId) {
		return open(tokens, subject, get(exchange(tokens)), (sessionId != null) ? Map.of("sid", sessionId) : Map.of());
	}

	private LoginKey key(String subject) {
		return new LoginKey(CLIENT.name(), this.provider.issuer(), subject, "loginId-" + this.logins.incrementAndGet());
	}

	private Mono<GrantedTokens> exchange(LoginTokens tokens) {
		this.provider.issued().acceptCode("code");
		return tokens.tokenClient()
			.exchange(this.found.join(), "code", URI.create("http://localhost/back"),
					"a-code-verifier-that-is-long-enough-for-rfc-7636");
	}

	private LoginKey open(LoginTokens tokens, String subject, GrantedTokens grant, Map<String, String> claims) {
		LoginKey key = key(subject);
		tokens.open(key, grant, claims);
		return key;
	}

	/**
	 * Return the source of a login that is held.
	 */
	TokenSource source(LoginKey login) {
		TokenSource source = this.tokens.get(login);
		assertThat(source).as("the login is held").isNotNull();
		return source;
	}

	static String obtain(TokenSource source) {
		return get(source.await(Context.empty())).value();
	}

	static ClientAuthorizationRequiredException loginRequired(TokenSource source) {
		return loginRequired(source.await(Context.empty()));
	}

	static ClientAuthorizationRequiredException loginRequired(Mono<?> awaited) {
		Throwable thrown = catchThrowable(() -> awaited.block(PATIENCE));
		assertThat(thrown).isInstanceOf(ClientAuthorizationRequiredException.class);
		return (ClientAuthorizationRequiredException) thrown;
	}

	static <T> T get(Mono<T> awaited) {
		T value = awaited.block(PATIENCE);
		assertThat(value).isNotNull();
		return value;
	}

	static void all(List<? extends CompletableFuture<?>> callers) {
		CompletableFuture.allOf(callers.toArray(CompletableFuture[]::new))
			.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
			.join();
	}

	List<String> refreshTokensSent() {
		return this.provider.tokenRequests()
			.stream()
			.filter((form) -> "refresh_token".equals(form.get("grant_type")))
			.map((form) -> form.getOrDefault("refresh_token", ""))
			.toList();
	}

	List<String> published(PlatformEvent.Level level) {
		return this.events.stream().filter((event) -> event.level() == level).map(PlatformEvent::message).toList();
	}

	/**
	 * Wait for a condition.
	 */
	public static void until(Callable<Boolean> condition) {
		Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).until(condition);
	}

	@Override
	public void close() {
		this.scheduler.dispose();
		this.provider.close();
	}

}
