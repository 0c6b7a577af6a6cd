package io.videoplatform.internal.token.login;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import io.videoplatform.PlatformEvent;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import io.videoplatform.internal.store.EncryptedSet;
import io.videoplatform.internal.store.MasterKey;
import io.videoplatform.internal.store.RecordCipher;
import io.videoplatform.internal.store.RecordCodec;
import io.videoplatform.internal.store.RecordRepository;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.RecordTimes;
import io.videoplatform.internal.token.TestEngine;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator;
import io.videoplatform.internal.token.endpoint.ClientSecrets;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.internal.token.shared.TokenSharing;
import io.videoplatform.testing.MovableClock;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One of several nodes of an application, with a clock of its own.
 */
final class Node implements AutoCloseable {

	final MovableClock clock;

	final Queue<PlatformEvent> events = new ConcurrentLinkedQueue<>();

	final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	final LoginTokens tokens;

	final RecordRepository records;

	private final Scheduler scheduler;

	private final TestEngine engine;

	volatile CompletableFuture<ProviderMetadata> discovered;

	/**
	 * The secret of the client at which users log in.
	 */
	volatile String secret = "s3cret&=";

	Node(String issuer, RecordStore store, MovableClock clock) {
		this(issuer, store, clock, EngineScheduler.create());
	}

	/**
	 * Create a node.
	 * @param scheduler its threads and timers, which it disposes of
	 */
	Node(String issuer, RecordStore store, MovableClock clock, Scheduler scheduler) {
		this.clock = clock;
		this.scheduler = scheduler;
		this.discovered = CompletableFuture.completedFuture(TokenFixtures.provider(issuer));
		RecordCipher cipher = new RecordCipher(List.of(key(1)), key(9), new SecureRandom());
		RecordTimes times = new RecordTimes(Duration.ofSeconds(11), Duration.ofMinutes(30), Duration.ofDays(1));
		RecordCodec codec = new RecordCodec(cipher, this.failures::add);
		this.records = new RecordRepository(store, codec, times, () -> TimeUnit.MILLISECONDS.toNanos(clock.millis()),
				this.scheduler, this.failures::add);
		BoundedExchange exchange = new BoundedExchange(WebClient.create(), Duration.ofSeconds(10),
				DataSize.ofMegabytes(1));
		TokenSharing sharing = new TokenSharing("https://api.example.com", this.records,
				new EncryptedSet(store, codec));
		this.engine = TestEngine.of(exchange, clock, new Random(7), this.scheduler, this.events::add, sharing);
		this.tokens = new LoginTokens(
				this.engine.client(LoginPlatform.CLIENT, authenticator(), () -> this.discovered, () -> null), 1_000,
				Duration.ofMinutes(30), true);
		this.tokens.useCheck((claims, registration, idToken, accessToken) -> Mono.empty());
	}

	private ClientAuthenticator authenticator() {
		return new ClientAuthenticator(LoginPlatform.CLIENT, new ClientSecrets(
				() -> new ClientSecrets.Values(this.secret, null, null, null, null), null, System::nanoTime), null);
	}

	private static MasterKey key(int fill) {
		byte[] key = new byte[32];
		Arrays.fill(key, (byte) fill);
		return new MasterKey(key);
	}

	/**
	 * Return the source of an application's own token.
	 */
	TokenSource application(String password) {
		ClientCredentials credentials = CredentialsFixtures.of("service", ClientCredentials.PASSWORD, "anonymous", null,
				"developer", password, Set.of("openid"));
		return this.engine.application(credentials, () -> this.discovered, () -> null);
	}

	TokenSource source(LoginKey login) {
		TokenSource source = this.tokens.get(login);
		assertThat(source).isNotNull();
		return source;
	}

	String obtain(LoginKey login) {
		return LoginPlatform.obtain(source(login));
	}

	@Override
	public void close() {
		this.engine.close();
		this.records.close();
		this.scheduler.dispose();
	}

}
