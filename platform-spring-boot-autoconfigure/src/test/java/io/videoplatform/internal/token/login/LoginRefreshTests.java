package io.videoplatform.internal.token.login;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * How the tokens of logins are refreshed, and when a refresh ends a login.
 */
class LoginRefreshTests {

	private static final TestResponse LOST_504 = TestResponse.status(504);

	private static final TestResponse WITH_ID_TOKEN = new TestResponse(200, Map.of("Content-Type", "application/json"),
			"""
					{"access_token":"access-x","token_type":"Bearer","expires_in":300,"refresh_token":"refresh-x",
					 "id_token":"an.id.token"}
					""");

	private final LoginPlatform platform = new LoginPlatform();

	private final LoginTokens tokens = this.platform.tokens;

	@AfterEach
	void close() {
		this.platform.close();
	}

	private void pass(int seconds) {
		this.platform.clock.advance(Duration.ofSeconds(seconds));
	}

	private static PlatformAuthorizationException failure(TokenSource source) {
		Throwable thrown = catchThrowable(() -> source.await(Context.empty()).block(LoginPlatform.PATIENCE));
		assertThat(thrown).isInstanceOf(PlatformAuthorizationException.class);
		return (PlatformAuthorizationException) thrown;
	}

	/**
	 * Start the refresh of a stale token and await its end.
	 */
	private void refreshBehind(TokenSource source) {
		int requests = this.platform.provider.tokenRequests().size();
		assertThat(source.current()).isNotNull();
		LoginPlatform
			.until(() -> this.platform.provider.tokenRequests().size() == requests + 1 && !source.status().inFlight());
	}

	@Test
	void awaitWhenTwoLoginsOfOneUserThenOneRefreshEach() {
		TokenSource first = this.platform.source(this.platform.login("ann"));
		TokenSource second = this.platform.source(this.platform.login("ann"));
		pass(301);
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.provider.server().hold("/token", gate.asMono());
		List<CompletableFuture<AccessToken>> callers = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			callers.add(first.await(Context.empty()).toFuture());
			callers.add(second.await(Context.empty()).toFuture());
		}
		gate.tryEmitEmpty();
		LoginPlatform.all(callers);
		Set<String> obtained = new HashSet<>();
		callers.forEach((caller) -> obtained.add(caller.join().value()));
		assertThat(obtained).containsExactlyInAnyOrder("access-3", "access-4");
		assertThat(this.platform.refreshTokensSent()).containsExactlyInAnyOrder("refresh-1", "refresh-2");
		assertThat(this.tokens.count()).isEqualTo(2);
	}

	@Test
	void awaitWhenRefreshIsRefusedThenLoginHasEndedAndNobodyAsksAgain() {
		LoginKey ann = this.platform.login("ann");
		LoginKey other = this.platform.login("ann");
		TokenSource source = this.platform.source(ann);
		this.platform.provider.tokenEndpoint().next(new TestResponse(400, Map.of(), "{\"error\":\"invalid_grant\"}"));
		pass(301);
		Throwable cause = LoginPlatform.loginRequired(source).getSuppressed()[0];
		assertThat(cause).isInstanceOf(PlatformAuthorizationException.class)
			.hasMessageContaining("The login at client 'platform' has ended")
			.hasMessageContaining("the refresh token was refused: invalid_grant");
		for (int i = 0; i < 20; i++) {
			LoginPlatform.loginRequired(source);
			assertThat(source.current()).isNull();
			pass(60);
		}
		assertThat(this.platform.refreshTokensSent()).containsExactly("refresh-1");
		assertThat(this.tokens.get(ann)).isNull();
		assertThat(this.tokens.newest(ann.issuer(), "ann")).isEqualTo(other);
		assertThat(this.platform.provider.revocations()).isEmpty();
		assertThat(this.platform.published(Level.WARN)).isEmpty();
		assertThat(this.platform.published(Level.INFO)).singleElement()
			.satisfies((message) -> assertThat(message).contains("The user has to log in again")
				.doesNotContain("ann", "loginId", "refresh-1", "access-1"));
	}

	@Test
	void awaitWhenInDoubtAndProviderHadProcessedThenLoginRequiredAfterOneFurtherTry() {
		LoginKey ann = this.platform.login("ann");
		TokenSource source = this.platform.source(ann);
		this.platform.provider.tokenEndpoint().loseNext(LOST_504);
		pass(260);
		refreshBehind(source);
		pass(41);
		LoginPlatform.loginRequired(source);
		LoginPlatform.loginRequired(source);
		assertThat(this.platform.refreshTokensSent()).containsExactly("refresh-1", "refresh-1");
		assertThat(this.tokens.get(ann)).isNull();
	}

	@ParameterizedTest
	@ValueSource(ints = { 408, 500, 502, 504, TestResponse.RESET })
	void awaitWhenGatewayLosesEveryResponseForAMinuteThenNobodyIsLoggedOut(int status) {
		TokenSource source = this.platform.source(this.platform.login("ann"));
		this.platform.provider.tokenEndpoint().always((form) -> TestResponse.status(status));
		pass(260);
		refreshBehind(source);
		for (int second = 260; second < 299; second++) {
			assertThat(LoginPlatform.obtain(source)).isEqualTo("access-1");
			pass(1);
		}
		assertThat(this.platform.refreshTokensSent()).as("a valid token is not refreshed").hasSize(1);
		pass(2);
		for (int tenth = 0; tenth < 600; tenth++) {
			PlatformAuthorizationException failure = failure(source);
			assertThat(failure.isRetryable()).isTrue();
			assertThat(failure.getNextAttempt()).isAfter(this.platform.clock.instant());
			this.platform.clock.advance(Duration.ofMillis(100));
		}
		assertThat(this.platform.refreshTokensSent()).hasSizeBetween(8, 25).containsOnly("refresh-1");
		this.platform.provider.repair();
		pass(6);
		assertThat(LoginPlatform.obtain(source)).isEqualTo("access-2");
		assertThat(this.platform.published(Level.WARN)).hasSize(1);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			400 | {"error":"invalid_request"} | false
			400 | {"error":"unauthorized_client"} | false
			400 | {"error":"invalid_client"} | false
			400 | {"error":"temporarily_unavailable"} | false
			400 | {"error":"server_error"} | false
			400 | {"error":"access_denied"} | false
			400 | {"error":17} | false
			400 | {"error":"invalid_grant","error":"invalid_request"} | false
			400 | <html>The request was blocked</html> | false
			401 | {"error":"invalid_client"} | false
			401 | {"error":"invalid_token"} | false
			401 | `` | false
			403 | <html>Forbidden</html> | false
			405 | `` | false
			408 | `` | false
			429 | {"error":"invalid_grant"} | false
			503 | {"error":"invalid_grant"} | false
			302 | `` | false
			200 | <html>Sign in to the Wi-Fi</html> | false
			400 | {"error":"invalid_grant"} | true
			401 | {"error":"invalid_grant"} | true
			403 | {"error":"invalid_grant"} | true
			200 | {"error":"invalid_grant"} | true
			400 | {"error":"invalid_token"} | true
			400 | {"error":"login_required"} | true
			400 | {"error":"interaction_required"} | true
			400 | {"error":"consent_required"} | true
			400 | {"error":"account_selection_required"} | true
			""")
	void awaitWhenRefreshFailsThenLoginEndsOnlyByADefiniteWord(int status, String body, boolean ends) {
		LoginKey ann = this.platform.login("ann");
		TokenSource source = this.platform.source(ann);
		this.platform.provider.tokenEndpoint().always((form) -> new TestResponse(status, Map.of(), body));
		pass(301);
		if (ends) {
			LoginPlatform.loginRequired(source);
			assertThat(this.tokens.get(ann)).isNull();
			return;
		}
		failure(source);
		this.platform.provider.repair();
		pass(301);
		assertThat(LoginPlatform.obtain(this.platform.source(ann))).isEqualTo("access-2");
	}

	@Test
	void awaitWhenDiscoveryIsDownThenLoginIsKeptAndGoesOn() {
		LoginKey ann = this.platform.login("ann");
		CompletableFuture<ProviderMetadata> found = this.platform.found;
		this.platform.found = CompletableFuture
			.failedFuture(new PlatformDiscoveryException("WebFinger failed", PlatformError.CONNECT,
					PlatformStep.WEBFINGER, null, true, this.platform.clock.instant().plusSeconds(400), null));
		pass(301);
		assertThat(failure(this.platform.source(ann)).getStep()).isEqualTo(PlatformStep.WEBFINGER);
		this.platform.found = found;
		pass(100);
		assertThat(LoginPlatform.obtain(this.platform.source(ann))).isEqualTo("access-2");
	}

	@Test
	void awaitWhenOutageThenOneWarningForAllLoginsAndOneWordOfRecovery() {
		List<TokenSource> sources = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			sources.add(this.platform.source(this.platform.login("user-" + i)));
		}
		this.platform.provider.stop();
		for (int round = 0; round < 3; round++) {
			pass(301);
			sources.forEach(LoginRefreshTests::failure);
		}
		this.platform.provider.restart();
		pass(30);
		sources.forEach(LoginPlatform::obtain);
		assertThat(this.platform.published(Level.WARN)).hasSize(1);
		assertThat(this.platform.published(Level.INFO)).hasSize(1);
	}

	@Test
	void awaitWhenIdTokenIsRefusedThenLoginHasEnded() {
		List<String> checked = new CopyOnWriteArrayList<>();
		this.tokens.useCheck((claims, registration, idToken, accessToken) -> {
			checked.add(claims + idToken + " " + accessToken);
			return Mono.error(new IllegalStateException("another 'sub'"));
		});
		LoginKey ann = this.platform.login(this.tokens, "ann", "session-1");
		TokenSource source = this.platform.source(ann);
		this.platform.provider.tokenEndpoint().next(WITH_ID_TOKEN);
		pass(301);
		assertThat(LoginPlatform.loginRequired(source).getSuppressed()[0])
			.hasMessageContaining("the ID token of a refresh was refused: another 'sub'");
		assertThat(checked).containsExactly("{sid=session-1}an.id.token access-x");
		assertThat(source.current()).isNull();
		assertThat(this.tokens.get(ann)).isNull();
		LoginPlatform.loginRequired(source);
		assertThat(this.platform.refreshTokensSent()).hasSize(1);
		assertThat(this.platform.published(Level.INFO)).singleElement()
			.satisfies((message) -> assertThat(message).doesNotContain("an.id.token", "access-x", "refresh-x"));
	}

	@Test
	void awaitWhenRefreshTokenRunsOutDuringTheRefreshThenLoginGoesOn() {
		this.platform.provider.issued().refreshExpiresIn(400);
		LoginKey ann = this.platform.login("ann");
		TokenSource source = this.platform.source(ann);
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.provider.server().hold("/token", gate.asMono());
		pass(385);
		CompletableFuture<AccessToken> caller = source.await(Context.empty()).toFuture();
		LoginPlatform.until(() -> !this.platform.refreshTokensSent().isEmpty());
		pass(30);
		assertThat(this.tokens.count()).isOne();
		gate.tryEmitEmpty();
		assertThat(caller.join().value()).isEqualTo("access-2");
		assertThat(this.tokens.get(ann)).isSameAs(source);
	}

	@ParameterizedTest
	@CsvSource({ "/other, /other/token", "/auth/realms/platform, http://localhost:9/token" })
	void awaitWhenProviderOrItsOriginHasChangedThenOldRefreshTokenIsNotSentThereAndLoginEnds(String issuer,
			String tokenEndpoint) {
		LoginKey ann = this.platform.login("ann");
		TokenSource source = this.platform.source(ann);
		String root = this.platform.provider.rootUrl();
		this.platform.discover(TokenFixtures.provider(root + issuer,
				tokenEndpoint.startsWith("/") ? root + tokenEndpoint : tokenEndpoint, null));
		pass(301);
		LoginPlatform.loginRequired(source);
		assertThat(this.platform.provider.tokenRequests()).hasSize(1);
		assertThat(this.tokens.get(ann)).isNull();
	}

	@Test
	void refreshWhenSameTokenConcurrentlyThenOneRequest() {
		this.platform.login("ann");
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.provider.server().hold("/token", gate.asMono());
		List<CompletableFuture<GrantedTokens>> callers = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			callers.add(refresh("refresh-1").toFuture());
		}
		gate.tryEmitEmpty();
		LoginPlatform.all(callers);
		assertThat(callers)
			.allSatisfy((caller) -> assertThat(caller.join().accessToken().value()).isEqualTo("access-2"));
		assertThat(this.platform.refreshTokensSent()).containsExactly("refresh-1");
	}

	@Test
	void refreshWhenSameTokenWithinHalfAMinuteThenSameResponse() {
		this.platform.login("ann");
		assertThat(LoginPlatform.get(refresh("refresh-1")).refreshTokenValue()).isEqualTo("refresh-2");
		pass(29);
		assertThat(LoginPlatform.get(refresh("refresh-1")).refreshTokenValue()).isEqualTo("refresh-2");
		assertThat(this.platform.refreshTokensSent()).hasSize(1);
		pass(2);
		LoginPlatform.loginRequired(refresh("refresh-1"));
	}

	@ParameterizedTest
	@CsvSource({ "401, invalid_client, 299", "400, invalid_request, 0", "403, access_denied, 0",
			"503, server_error, 0" })
	void refreshWhenRequestIsRefusedThenNothingIsSentInThePause(int status, String error, int pause) {
		this.platform.login("ann");
		this.platform.provider.tokenEndpoint().next(TestResponse.error(status, error));
		for (int i = 0; i < 10; i++) {
			assertThat(catchThrowable(() -> refresh("refresh-1").block(LoginPlatform.PATIENCE)))
				.isInstanceOf(PlatformAuthorizationException.class);
			pass(pause / 10);
		}
		assertThat(this.platform.refreshTokensSent()).hasSize(1);
		pass(300);
		assertThat(LoginPlatform.get(refresh("refresh-1")).accessToken().value()).isEqualTo("access-2");
	}

	private Mono<GrantedTokens> refresh(String refreshToken) {
		return this.tokens.tokenClient().refresh(this.platform.found.join(), refreshToken);
	}

}
