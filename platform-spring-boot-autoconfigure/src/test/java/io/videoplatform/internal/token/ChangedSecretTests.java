package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator;
import io.videoplatform.internal.token.endpoint.ClientSecrets;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A password in a file that the provider refuses, and that is replaced while calls come
 * from event loops.
 */
class ChangedSecretTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final Scheduler engine = EngineScheduler.create();

	private final Scheduler files = EngineScheduler.createForFiles();

	private final Scheduler eventLoop = Schedulers.newSingle("event-loop");

	private final AtomicLong nanos = new AtomicLong();

	private final List<Thread> readers = new CopyOnWriteArrayList<>();

	private volatile String file = "wrong";

	private final TokenSource tokens = source(CredentialsFixtures.of("platform", ClientCredentials.PASSWORD,
			"anonymous", null, "developer", null, Set.of("openid")));

	@AfterEach
	void close() {
		this.files.dispose();
		this.engine.dispose();
		this.eventLoop.dispose();
		this.platform.close();
	}

	private TokenSource source(ClientCredentials credentials) {
		BoundedExchange exchange = new BoundedExchange(WebClient.create(), Duration.ofSeconds(10),
				DataSize.ofMegabytes(1));
		TokenEngine tokenEngine = TestEngine.of(exchange, this.clock, this.engine, (event) -> {
		}).engine();
		ClientSecrets secrets = new ClientSecrets(() -> new ClientSecrets.Values(null, read(), null, null, null),
				this.files, this.nanos::get);
		return tokenEngine.application(tokenEngine.client(credentials,
				new ClientAuthenticator(credentials, secrets, null), exchange,
				() -> CompletableFuture.completedFuture(TokenFixtures.provider(this.platform.issuer())), () -> null));
	}

	private String read() {
		this.readers.add(Thread.currentThread());
		return this.file;
	}

	private CompletableFuture<AccessToken> callOnEventLoop() {
		return Mono.defer(this.tokens::await).subscribeOn(this.eventLoop).toFuture();
	}

	private Throwable failure() {
		return callOnEventLoop().handle((token, ex) -> ex).orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
	}

	private void secondPasses() {
		this.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
	}

	@Test
	void awaitWhileAFailureIsHeldThenFilesAreReadByTheirThreadsOnceInASecond() {
		this.platform.tokenEndpoint().next(TestResponse.error(401, "invalid_client"));
		assertThat(failure()).isInstanceOf(PlatformAuthorizationException.class);
		int before = this.readers.size();
		for (int second = 1; second <= 3; second++) {
			secondPasses();
			for (int call = 0; call < 20; call++) {
				assertThat(failure()).hasMessageContaining("next attempt at");
			}
			assertThat(this.readers).hasSize(before + second);
		}
		assertThat(this.platform.tokenRequests()).hasSize(1);
		assertThat(this.readers).extracting(Thread::getName)
			.allSatisfy((name) -> assertThat(name).startsWith("platform-files-"));
	}

	@Test
	void awaitWhenTheFileHasChangedThenTheFirstCallGetsAToken() {
		this.platform.tokenEndpoint().next(TestResponse.error(401, "invalid_client"));
		failure();
		this.file = "right";
		secondPasses();
		assertThat(callOnEventLoop().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join()).isNotNull();
		assertThat(this.platform.tokenRequests()).extracting((form) -> form.get("password"))
			.containsExactly("wrong", "right");
	}

}
