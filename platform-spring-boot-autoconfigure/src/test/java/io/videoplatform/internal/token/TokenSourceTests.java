package io.videoplatform.internal.token;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.TokenState;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.internal.token.login.LoginPlatform;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The token engine against a platform on loopback, in time that the test moves.
 */
class TokenSourceTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final TestResponse LOST_504 = TestResponse.status(504);

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final Scheduler scheduler = EngineScheduler.create();

	private final Queue<PlatformEvent> events = new ConcurrentLinkedQueue<>();

	private final ClientCredentials password = CredentialsFixtures.of("platform", ClientCredentials.PASSWORD,
			"anonymous", null, "developer", "s3cret&=", Set.of("openid"));

	private final TokenSource tokens = source(this.password);

	@AfterEach
	void close() {
		this.scheduler.dispose();
		this.platform.close();
	}

	private TokenSource source(ClientCredentials credentials) {
		return engine().application(credentials,
				() -> CompletableFuture.completedFuture(TokenFixtures.provider(this.platform.issuer())), () -> null);
	}

	private TestEngine engine() {
		BoundedExchange exchange = new BoundedExchange(WebClient.create(), PATIENCE, DataSize.ofMegabytes(1));
		return TestEngine.of(exchange, this.clock, this.scheduler, this.events::add);
	}

	private String obtain() {
		return token(this.tokens.await(Context.empty()).block(PATIENCE));
	}

	private static String token(@Nullable AccessToken token) {
		assertThat(token).isNotNull();
		return token.authorization().substring("Bearer ".length());
	}

	private List<String> refreshTokensSent() {
		return this.platform.tokenRequests()
			.stream()
			.filter((form) -> "refresh_token".equals(form.get("grant_type")))
			.map((form) -> form.get("refresh_token"))
			.toList();
	}

	private List<String> grantsSent() {
		return this.platform.tokenRequests().stream().map((form) -> form.get("grant_type")).toList();
	}

	private void awaitRequests(int number) {
		this.platform.server().awaitRequests("/token", number);
		LoginPlatform.until(() -> !this.tokens.status().inFlight());
		assertThat(this.platform.tokenRequests()).hasSize(number);
	}

	@Test
	void awaitWhenColdThenPasswordGrantOfPublicClient() {
		assertThat(obtain()).isEqualTo("access-1");
		assertThat(this.platform.tokenRequests()).containsExactly(Map.of("grant_type", "password", "username",
				"developer", "password", "s3cret&=", "client_id", "anonymous", "scope", "openid"));
	}

	@Test
	void awaitWhenManyCallersAndTheFirstCancelsThenOneRequestAndReleasedOnSeveralThreads() {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.server().hold("/token", gate.asMono());
		Set<String> threads = ConcurrentHashMap.newKeySet();
		this.tokens.await(Context.empty()).subscribe().dispose();
		List<CompletableFuture<AccessToken>> callers = new ArrayList<>();
		for (int i = 0; i < 1_000; i++) {
			callers.add(this.tokens.await(Context.empty())
				.doOnNext((token) -> threads.add(Thread.currentThread().getName()))
				.toFuture());
		}
		gate.tryEmitEmpty();
		CompletableFuture.allOf(callers.toArray(CompletableFuture[]::new)).orTimeout(60, TimeUnit.SECONDS).join();
		assertThat(this.platform.tokenRequests()).hasSize(1);
		assertThat(threads).hasSizeGreaterThan(1).allMatch((name) -> name.startsWith("platform-engine"));
	}

	@Test
	void currentWhenStaleThenOldTokenAtOnceAndOneRefreshBehind() {
		obtain();
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.server().hold("/token", gate.asMono());
		this.clock.advance(Duration.ofSeconds(260));
		for (int i = 0; i < 100; i++) {
			assertThat(token(this.tokens.current())).isEqualTo("access-1");
			assertThat(this.tokens.currentUnlessStale()).isNull();
		}
		gate.tryEmitEmpty();
		awaitRequests(2);
		assertThat(token(this.tokens.current())).isEqualTo("access-2");
		assertThat(refreshTokensSent()).containsExactly("refresh-1");
	}

	@Test
	void currentWhenExpiredThenNothing() {
		obtain();
		this.clock.advance(Duration.ofSeconds(291));
		assertThat(this.tokens.current()).isNull();
		assertThat(obtain()).isEqualTo("access-2");
		assertThat(refreshTokensSent()).containsExactly("refresh-1");
	}

	@Test
	void awaitWhenRefreshTokenExpiredThenFirstGrantWithoutTrying() {
		this.platform.issued().refreshExpiresIn(100);
		obtain();
		this.clock.advance(Duration.ofSeconds(295));
		assertThat(obtain()).isEqualTo("access-2");
		assertThat(grantsSent()).containsExactly("password", "password");
	}

	@Test
	void awaitWhenRefreshIsRefusedThenFirstGrantInTheSameCall() {
		obtain();
		this.platform.issued().revokeRefreshTokens();
		this.clock.advance(Duration.ofSeconds(295));
		assertThat(obtain()).isEqualTo("access-2");
		assertThat(grantsSent()).containsExactly("password", "refresh_token", "password");
	}

	@Test
	void awaitWhenRefreshResponseHasNoRefreshTokenThenOldOneIsKept() {
		this.platform.issued().rotating(false);
		obtain();
		this.platform.issued().refreshTokens(false);
		this.clock.advance(Duration.ofSeconds(295));
		obtain();
		this.clock.advance(Duration.ofSeconds(295));
		obtain();
		assertThat(refreshTokensSent()).containsExactly("refresh-1", "refresh-1");
	}

	@Test
	void awaitWhenProviderChangedThenOldTokensAreNeverSentThere() {
		String[] issuer = { this.platform.issuer() };
		TokenSource moved = engine().application(this.password,
				() -> CompletableFuture.completedFuture(TokenFixtures.provider(issuer[0])), () -> null);
		moved.await(Context.empty()).block(PATIENCE);
		issuer[0] = this.platform.rootUrl() + "/other";
		this.clock.advance(Duration.ofSeconds(295));
		moved.await(Context.empty()).block(PATIENCE);
		assertThat(grantsSent()).containsExactly("password", "password");
	}

	@ParameterizedTest
	@ValueSource(ints = { 500, 502, 504, TestResponse.RESET })
	void currentWhenRefreshResponseIsLostThenNobodyRefreshesWhileTheTokenIsValid(int status) {
		obtain();
		this.platform.tokenEndpoint().loseNext(TestResponse.status(status));
		this.clock.advance(Duration.ofSeconds(260));
		this.tokens.current();
		awaitRequests(2);
		for (int second = 260; second < 299; second++) {
			assertThat(token(this.tokens.current())).isEqualTo("access-1");
			assertThat(obtain()).isEqualTo("access-1");
			this.clock.advance(Duration.ofSeconds(1));
		}
		assertThat(this.tokens.status().state()).isEqualTo(TokenState.IN_DOUBT);
		assertThat(refreshTokensSent()).containsExactly("refresh-1");
	}

	@Test
	void awaitWhenInDoubtAndExpiredThenSameRefreshTokenOnceAndThenFirstGrant() {
		obtain();
		this.platform.tokenEndpoint().loseNext(LOST_504);
		this.clock.advance(Duration.ofSeconds(260));
		this.tokens.current();
		awaitRequests(2);
		this.clock.advance(Duration.ofSeconds(41));
		assertThat(obtain()).isEqualTo("access-3");
		assertThat(grantsSent()).containsExactly("password", "refresh_token", "refresh_token", "password");
		assertThat(refreshTokensSent()).containsExactly("refresh-1", "refresh-1");
	}

	@Test
	void awaitWhenResponseIsLostTwiceAfterExpiryThenRefreshTokenIsNotSentAThirdTime() {
		obtain();
		this.platform.tokenEndpoint().loseNext(LOST_504).loseNext(LOST_504);
		this.clock.advance(Duration.ofSeconds(301));
		this.clock.setTo(failure().getNextAttempt());
		obtain();
		assertThat(grantsSent()).containsExactly("password", "refresh_token", "refresh_token", "password");
	}

	@Test
	void awaitWhenProviderIsDownThenFailsFastUntilNextAttempt() {
		this.platform.stop();
		PlatformAuthorizationException first = failure();
		assertThat(first.getStep()).isEqualTo(PlatformStep.TOKEN_REQUEST);
		assertThat(first.getUri()).hasToString(this.platform.issuer() + "/token");
		assertThat(first.isRetryable()).isTrue();
		assertThat(first).hasMessageContaining("Connection refused").hasMessageContaining("next attempt at");
		Instant next = first.getNextAttempt();
		assertThat(next).isAfter(this.clock.instant());
		long sent = this.tokens.status().requests();
		PlatformAuthorizationException second = failure();
		assertThat(second).isNotSameAs(first);
		assertThat(second.getNextAttempt()).isEqualTo(next);
		assertThat(this.tokens.status().requests()).isEqualTo(sent);
		this.platform.restart();
		this.clock.setTo(next);
		assertThat(obtain()).isEqualTo("access-1");
	}

	@Test
	void awaitWhenDownForLongThenAtMostTwelveRequestsInHalfAMinute() {
		for (int i = 0; i < 100; i++) {
			this.platform.tokenEndpoint().next(TestResponse.status(503));
		}
		for (int millis = 0; millis < 30_000; millis += 20) {
			failure();
			this.clock.advance(Duration.ofMillis(20));
		}
		assertThat(this.platform.tokenRequests()).hasSizeBetween(8, 12);
	}

	@Test
	void awaitWhenPasswordIsRefusedOnceThenSameCallSucceedsAfterAPause() {
		this.platform.tokenEndpoint().next(new TestResponse(400, Map.of(), "{\"error\":\"invalid_grant\"}"));
		assertThat(obtain()).isEqualTo("access-1");
		assertThat(grantsSent()).containsExactly("password", "password");
	}

	@Test
	void awaitWhenPasswordIsWrongThenThreeAttemptsAndThenASlowProbe() {
		for (int i = 0; i < 100; i++) {
			this.platform.tokenEndpoint()
				.next(new TestResponse(400, Map.of(),
						"{\"error\":\"invalid_grant\",\"error_description\":\"Bad s3cret&=\\nforged line\"}"));
		}
		PlatformAuthorizationException refused = failure();
		assertThat(refused.getErrorCode()).isEqualTo("invalid_grant");
		assertThat(refused).hasMessageContaining("The user name or password is wrong")
			.hasMessageContaining("locked")
			.hasMessageNotContaining("s3cret")
			.hasMessageNotContaining("\n");
		for (int second = 0; second < 290; second++) {
			this.clock.advance(Duration.ofSeconds(1));
			failure();
		}
		assertThat(this.platform.tokenRequests()).hasSize(3);
		this.clock.advance(Duration.ofSeconds(20));
		failure();
		assertThat(this.platform.tokenRequests()).hasSize(4);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			400 | ``
			400 | <html>The request was blocked</html>
			400 | {"error":"invalid_grant","error":"invalid_request"}
			400 | {"error":"invalid_grant"
			400 | {"error":""}
			400 | {"error":17}
			403 | <html>Forbidden</html>
			422 | {"message":"no"}
			""")
	void awaitWhenRefusalOfPasswordCannotBeReadThenThreeAttemptsAndThenASlowProbe(int status, String body) {
		for (int i = 0; i < 100; i++) {
			this.platform.tokenEndpoint().next(new TestResponse(status, Map.of(), body));
		}
		assertThat(failure()).hasMessageContaining("failed with status " + status)
			.hasMessageContaining("Perhaps the user name or password is wrong, the account is locked");
		assertThat(this.platform.tokenRequests()).as("one call, one request").hasSize(1);
		for (int second = 0; second < 290; second++) {
			this.clock.advance(Duration.ofSeconds(1));
			failure();
		}
		assertThat(this.platform.tokenRequests()).hasSize(3);
	}

	@ParameterizedTest
	@ValueSource(ints = { 404, 405, 407, 410 })
	void awaitWhenNobodyHasLookedAtThePasswordThenTriedAgainWithinAMinute(int status) {
		for (int i = 0; i < 10; i++) {
			this.platform.tokenEndpoint().next(new TestResponse(status, Map.of(), "<html>Not here</html>"));
		}
		for (int i = 1; i <= 10; i++) {
			PlatformAuthorizationException failure = failure();
			assertThat(failure).hasMessageNotContaining("password is wrong");
			assertThat(failure.getNextAttempt()).isBefore(this.clock.instant().plusSeconds(67));
			assertThat(this.platform.tokenRequests()).hasSize(i);
			this.clock.setTo(failure.getNextAttempt());
		}
		assertThat(obtain()).isEqualTo("access-1");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			400 | ``
			400 | <html>The request was blocked</html>
			400 | {"error":"invalid_grant","error":"invalid_request"}
			400 | {"error":"invalid_grant","error":"invalid_grant"}
			400 | {"error":"invalid_grant"} and more
			401 | ``
			403 | <html>Forbidden</html>
			""")
	void awaitWhenRefusalOfRefreshCannotBeReadThenOneRequestAndFirstGrantAfterAShortPause(int status, String body) {
		obtain();
		this.platform.tokenEndpoint().next(new TestResponse(status, Map.of(), body));
		this.clock.advance(Duration.ofSeconds(295));
		PlatformAuthorizationException refused = failure();
		assertThat(refused).hasMessageContaining("status %d and no content type, not with an OAuth".formatted(status));
		assertThat(refused.getNextAttempt()).isBefore(this.clock.instant().plusSeconds(2));
		assertThat(failure()).hasMessage(refused.getMessage());
		assertThat(grantsSent()).containsExactly("password", "refresh_token");
		this.clock.setTo(refused.getNextAttempt());
		assertThat(obtain()).isEqualTo("access-2");
		assertThat(grantsSent()).containsExactly("password", "refresh_token", "password");
	}

	@ParameterizedTest
	@ValueSource(ints = { 404, 405, 407, 408, 410, 429 })
	void awaitWhenNobodyHasLookedAtTheRefreshTokenThenItIsSentAgain(int status) {
		obtain();
		this.platform.tokenEndpoint()
			.next(new TestResponse(status, Map.of(), "<html>Not here</html>"))
			.next(new TestResponse(status, Map.of(), "<html>Not here</html>"));
		this.clock.advance(Duration.ofSeconds(260));
		assertThat(this.tokens.current()).isNotNull();
		awaitRequests(2);
		this.clock.advance(Duration.ofSeconds(62));
		this.tokens.await(Context.empty()).onErrorComplete().block(PATIENCE);
		assertThat(grantsSent()).startsWith("password", "refresh_token", "refresh_token").containsOnlyOnce("password");
	}

	@ParameterizedTest
	@ValueSource(strings = { "invalid_client", "unauthorized_client" })
	void awaitWhenClientIsRefusedThenOnlyTheSlowProbe(String code) {
		this.platform.tokenEndpoint().next(new TestResponse(401, Map.of(), "{\"error\":\"" + code + "\"}"));
		PlatformAuthorizationException refused = failure();
		assertThat(refused.isRetryable()).isFalse();
		assertThat(refused).hasMessageContaining("It was sent with the client_id")
			.hasMessageContaining("was refused: %s. It was sent with the client_id 'anonymous'".formatted(code));
		assertThat(refused.getNextAttempt()).isEqualTo(this.clock.instant().plus(Duration.ofMinutes(5)));
	}

	@Test
	void rejectWhenTokenIsCurrentThenOneRefreshForAllCallers() {
		AccessToken sent = this.tokens.await(Context.empty()).block(PATIENCE);
		assertThat(sent).isNotNull();
		sent.markAccepted();
		for (int i = 0; i < 200; i++) {
			assertThat(this.tokens.reject(sent)).isTrue();
		}
		assertThat(obtain()).isEqualTo("access-2");
		assertThat(this.tokens.reject(sent)).as("late").isTrue();
		assertThat(obtain()).isEqualTo("access-2");
		assertThat(this.platform.tokenRequests()).hasSize(2);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void rejectWhenApiRefusesMostThenNoRefreshStorm(boolean accepted) {
		for (int millis = 0; millis < 60_000; millis += 10) {
			AccessToken sent = this.tokens.await(Context.empty()).block(PATIENCE);
			assertThat(sent).isNotNull();
			if (accepted) {
				sent.markAccepted();
			}
			this.tokens.reject(sent);
			this.clock.advance(Duration.ofMillis(10));
		}
		assertThat(this.platform.tokenRequests()).hasSizeBetween(3, accepted ? 15 : 10);
	}

	@Test
	void awaitWhenCauseOfOutageChangesThenOneWarningForEach() {
		TestResponse refused = TestResponse.error(401, "invalid_client");
		this.platform.tokenEndpoint()
			.next(TestResponse.status(503))
			.next(refused)
			.next(TestResponse.status(500))
			.next(refused);
		for (int i = 0; i < 4; i++) {
			this.clock.setTo(failure().getNextAttempt());
		}
		assertThat(warnings()).containsExactly(PlatformError.STATUS_5XX, PlatformError.INVALID_CLIENT);
		obtain();
		this.platform.tokenEndpoint().next(TestResponse.status(503));
		this.clock.advance(Duration.ofSeconds(295));
		failure();
		assertThat(warnings()).containsExactly(PlatformError.STATUS_5XX, PlatformError.INVALID_CLIENT,
				PlatformError.STATUS_5XX);
	}

	private List<@Nullable PlatformError> warnings() {
		return this.events.stream()
			.filter((event) -> event.level() == PlatformEvent.Level.WARN)
			.<@Nullable PlatformError>map(PlatformEvent::error)
			.toList();
	}

	private PlatformAuthorizationException failure() {
		Mono<AccessToken> awaited = this.tokens.await(Context.empty());
		Throwable thrown = awaited.map(Object.class::cast)
			.onErrorResume(Mono::just)
			.cast(Throwable.class)
			.block(PATIENCE);
		assertThat(thrown).isInstanceOf(PlatformAuthorizationException.class);
		return (PlatformAuthorizationException) thrown;
	}

}
