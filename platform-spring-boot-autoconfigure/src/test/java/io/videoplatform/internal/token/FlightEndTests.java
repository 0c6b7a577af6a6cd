package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.internal.token.login.LoginPlatform;
import io.videoplatform.internal.token.login.LoginTokens;
import io.videoplatform.internal.token.login.SteppingScheduler;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.Disposable;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.util.context.Context;

import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Every flight ends, whatever is thrown in it or never comes, and the next caller starts
 * afresh.
 */
class FlightEndTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration SOON = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final Scheduler scheduler = EngineScheduler.create();

	private final List<Throwable> dropped = new CopyOnWriteArrayList<>();

	private final Map<Place, Throwable> toThrow = new ConcurrentHashMap<>();

	private final ClientCredentials password = CredentialsFixtures.of("platform", ClientCredentials.PASSWORD,
			"anonymous", null, "developer", "s3cret", Set.of());

	@BeforeEach
	void watch() {
		Hooks.onErrorDropped(this.dropped::add);
	}

	@AfterEach
	void close() {
		Hooks.resetOnErrorDropped();
		this.scheduler.dispose();
		this.platform.close();
	}

	private TestEngine engine(Duration deadline, Scheduler scheduler) {
		WebClient client = WebClient.builder().filter((request, next) -> {
			reached(Place.REQUEST);
			return next.exchange(request);
		}).build();
		return TestEngine.of(new BoundedExchange(client, deadline, DataSize.ofMegabytes(1)), this.clock, scheduler,
				(event) -> reached(Place.LISTENER));
	}

	private TestEngine engine() {
		return engine(Duration.ofSeconds(2), new SteppingScheduler(this.scheduler, () -> {
		}) {

			@Override
			public Disposable schedule(Runnable task) {
				reached(Place.THREADS);
				return super.schedule(task);
			}

		});
	}

	private void reached(Place place) {
		Throwable next = this.toThrow.remove(place);
		if (next instanceof Error error) {
			throw error;
		}
		if (next instanceof RuntimeException exception) {
			throw exception;
		}
	}

	private CompletableFuture<ProviderMetadata> discovered() {
		Throwable next = this.toThrow.remove(Place.DISCOVERY);
		return (next != null) ? CompletableFuture.failedFuture(next) : provider();
	}

	private CompletableFuture<ProviderMetadata> provider() {
		return CompletableFuture.completedFuture(
				TokenFixtures.provider(this.platform.issuer(), this.platform.issuer() + "/token?tenant=secret", null));
	}

	private static PlatformAuthorizationException failure(Mono<?> awaited, Duration patience) {
		Throwable thrown = catchThrowable(() -> awaited.block(patience));
		assertThat(thrown).isInstanceOf(PlatformAuthorizationException.class);
		return (PlatformAuthorizationException) thrown;
	}

	static Stream<Arguments> whateverIsThrownAnywhere() {
		return Arrays.stream(Place.values())
			.flatMap((place) -> Stream
				.of(new NoClassDefFoundError("com/example/Missing"), new OutOfMemoryError("simulated"),
						new IllegalStateException("odd"), new RejectedExecutionException("busy"))
				.map((thrown) -> arguments(place, thrown)));
	}

	@ParameterizedTest
	@MethodSource("whateverIsThrownAnywhere")
	void awaitWhenAnythingIsThrownThenFailsSoonAndNextStartsAfresh(Place place, Throwable thrown) {
		TokenSource source = engine().application(this.password, this::discovered, () -> null);
		if (place == Place.LISTENER) {
			this.platform.tokenEndpoint().next(TestResponse.status(503));
		}
		this.toThrow.put(place, thrown);
		assertThat(failure(source.await(Context.empty()), SOON).isRetryable()).isTrue();
		assertThat(source.status().inFlight()).isFalse();
		this.clock.advance(Duration.ofSeconds(10));
		assertThat(source.await(Context.empty()).block(PATIENCE)).isNotNull();
	}

	@Test
	void awaitWhenAcquisitionNeverEndsThenFlightEndsByItselfAndNextStartsAfresh() {
		VirtualTimeScheduler time = VirtualTimeScheduler.create();
		TestEngine engine = engine(Duration.ofSeconds(2), time);
		List<CompletableFuture<ProviderMetadata>> discoveries = new ArrayList<>();
		TokenSource source = engine.application(this.password, () -> {
			discoveries.add(new CompletableFuture<>());
			return discoveries.get(discoveries.size() - 1);
		}, () -> null);
		source.await(Context.empty()).onErrorComplete().subscribe();
		time.advanceTimeBy(TokenFlight.LIMIT.plusSeconds(1));
		assertThat(source.status().inFlight()).isFalse();
		this.clock.advance(Duration.ofSeconds(1));
		source.await(Context.empty()).onErrorComplete().subscribe();
		time.advanceTime();
		assertThat(discoveries).hasSize(2);
		discoveries.forEach((future) -> future.completeExceptionally(new IllegalStateException("late")));
		assertThat(this.dropped).isEmpty();
	}

	@Test
	void awaitWhenDiscoveryDoesNotEndThenErrorNamesItsDocument() {
		VirtualTimeScheduler time = VirtualTimeScheduler.create();
		URI url = URI.create("https://api.example.com/.well-known/webfinger");
		TokenSource source = engine(Duration.ofSeconds(2), time).application(this.password, CompletableFuture::new,
				() -> new PlatformDiscoveryException("WebFinger at " + url + " has no response yet",
						PlatformError.TIMEOUT, PlatformStep.WEBFINGER, url, true, null, null));
		PlatformAuthorizationException failure = deadline(source, time);
		assertThat(failure.getStep()).isEqualTo(PlatformStep.WEBFINGER);
		assertThat(failure.getUri()).isEqualTo(url);
		assertThat(failure.getCause()).isInstanceOf(PlatformDiscoveryException.class);
		assertThat(failure).hasMessageContaining("within 10 s").hasMessageContaining(url.toString());
	}

	@Test
	void awaitWhenTokenRequestHasNoResponseThenErrorNamesItsEndpoint() {
		VirtualTimeScheduler time = VirtualTimeScheduler.create();
		this.platform.server().hold("/token", Mono.never());
		TokenSource source = engine(Duration.ofSeconds(10), time).application(this.password, this::discovered,
				() -> null);
		PlatformAuthorizationException failure = deadline(source, time);
		assertThat(failure.getStep()).isEqualTo(PlatformStep.TOKEN_REQUEST);
		assertThat(failure.getUri()).hasToString(this.platform.issuer() + "/token");
		assertThat(failure).hasMessageContaining("Token request at " + this.platform.issuer() + "/token ")
			.hasMessageNotContaining("tenant");
	}

	private static PlatformAuthorizationException deadline(TokenSource source, VirtualTimeScheduler time) {
		CompletableFuture<AccessToken> caller = source.await(Context.empty()).toFuture();
		time.advanceTimeBy(Duration.ofMillis(9_999));
		assertThat(caller).isNotDone();
		time.advanceTimeBy(Duration.ofMillis(2));
		return failure(Mono.fromFuture(caller), SOON);
	}

	@Test
	void closeWhenDiscoveryIsUnderWayThenWaitersAreReleased() {
		TestEngine engine = engine();
		CompletableFuture<ProviderMetadata> never = new CompletableFuture<>();
		TokenSource source = engine.application(this.password, () -> never, () -> null);
		releasesAll(engine, source);
		never.completeExceptionally(new IllegalStateException("late"));
		assertThat(this.dropped).isEmpty();
	}

	@Test
	void closeWhenCodeIsExchangedThenCallerIsReleased() {
		this.platform.server().hold("/token", Mono.never());
		TestEngine engine = engine();
		LoginTokens logins = new LoginTokens(engine.client(LoginPlatform.CLIENT, this::discovered, () -> null), 10,
				Duration.ofHours(1), false);
		Supplier<Mono<GrantedTokens>> exchange = () -> logins.tokenClient()
			.exchange(TokenFixtures.provider(this.platform.issuer()), "code", URI.create("http://localhost/back"),
					null);
		CompletableFuture<GrantedTokens> caller = exchange.get().toFuture();
		LoginPlatform.until(() -> this.platform.tokenRequests().size() == 1);
		engine.close();
		closing(Mono.fromFuture(caller));
		closing(exchange.get());
		closing(logins.tokenClient().refresh(TokenFixtures.provider(this.platform.issuer()), "refresh"));
		this.scheduler.dispose();
		closing(exchange.get());
		assertThat(this.platform.tokenRequests()).hasSize(1);
	}

	private void releasesAll(TestEngine engine, TokenSource source) {
		List<CompletableFuture<AccessToken>> callers = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			callers.add(source.await(Context.empty()).toFuture());
		}
		engine.close();
		callers.forEach((caller) -> closing(Mono.fromFuture(caller)));
		closing(source.await(Context.empty()));
		this.scheduler.dispose();
		closing(source.await(Context.empty()));
		assertThat(source.status().inFlight()).isFalse();
		assertThat(this.dropped).isEmpty();
	}

	private static void closing(Mono<?> caller) {
		PlatformAuthorizationException failure = failure(caller, PATIENCE);
		assertThat(failure).hasMessageContaining("the application is closing");
		assertThat(failure.getStep()).isEqualTo(PlatformStep.TOKEN_REQUEST);
		assertThat(failure.isRetryable()).isFalse();
	}

	/**
	 * Where code is called that may throw.
	 */
	enum Place {

		DISCOVERY, REQUEST, LISTENER, THREADS

	}

}
