package io.videoplatform.internal.token.login;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a logout leaves behind: nothing, here or at the provider.
 */
class LoginEndTests {

	private final LoginPlatform platform = new LoginPlatform();

	private final LoginTokens tokens = this.platform.tokens;

	@AfterEach
	void close() {
		this.platform.close();
	}

	private void pass(int seconds) {
		this.platform.clock.advance(Duration.ofSeconds(seconds));
	}

	private void awaitRevocations(int number) {
		LoginPlatform.until(() -> this.platform.provider.revocations().size() >= number);
		assertThat(this.platform.provider.revocations()).hasSize(number);
	}

	@Test
	void endWhenLoggedInThenNothingIsHeldAndLateCallersHaveToLogIn() {
		LoginKey ann = this.platform.login("ann");
		TokenSource source = this.platform.source(ann);
		this.tokens.end(ann);
		assertThat(this.tokens.get(ann)).isNull();
		assertThat(this.tokens.newest(ann.issuer(), "ann")).isNull();
		assertThat(this.tokens.count()).isZero();
		assertThat(source.current()).isNull();
		assertThat(source.currentUnlessStale()).isNull();
		assertThat(source.held()).isNull();
		assertThat(LoginPlatform.loginRequired(source).getSuppressed()[0])
			.isInstanceOf(PlatformAuthorizationException.class)
			.hasMessage(PlatformError.LOGIN_ENDED
				.explain("The login at client 'platform' has ended: the user has logged out"));
		assertThat(this.platform.refreshTokensSent()).isEmpty();
	}

	@Test
	void endWhenRefreshTokenThenRevokedOnceWithClientAuthentication() {
		LoginKey ann = this.platform.login("ann");
		this.tokens.end(ann);
		this.tokens.end(ann);
		awaitRevocations(1);
		assertThat(this.platform.provider.revocations()).containsExactly(Map.of("token", "refresh-1", "token_type_hint",
				"refresh_token", "Authorization", "Basic dmlkZW9zOnMzY3JldCUyNiUzRA=="));
		assertThat(this.platform.provider.issued().validRefreshTokens()).isEmpty();
		assertThat(this.platform.published(Level.WARN)).isEmpty();
	}

	@Test
	void endWhenSwitchedOffThenNotRevoked() {
		LoginTokens quiet = this.platform.tokens(10, false);
		quiet.end(this.platform.login(quiet, "ann"));
		this.tokens.end(this.platform.login("bob"));
		awaitRevocations(1);
		assertThat(this.platform.provider.issued().validRefreshTokens()).containsExactly("refresh-1");
	}

	@ParameterizedTest
	@CsvSource({ ",, false", ", http://localhost:%d/revoke, true", ", http://127.0.0.1:1/revoke, true",
			", https://127.0.0.1:%d/revoke, true", "/other, http://127.0.0.1:%d/revoke, false" })
	void endWhenProviderIsAnotherOrHasNoRevocationEndpointThereThenTheTokenIsNotSent(@Nullable String otherIssuer,
			@Nullable String endpoint, boolean warned) {
		String root = this.platform.provider.rootUrl();
		LoginKey ann = this.platform.login("ann");
		String issuer = (otherIssuer != null) ? root + otherIssuer : this.platform.provider.issuer();
		this.platform.discover(TokenFixtures.provider(issuer, issuer + "/token",
				(endpoint != null) ? endpoint.formatted(URI.create(root).getPort()) : null));
		this.tokens.end(ann);
		assertThat(this.platform.published(Level.WARN)).hasSize(warned ? 1 : 0)
			.allSatisfy((message) -> assertThat(message).contains("/revoke is not at " + root));
		assertThat(this.platform.provider.revocations()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 400, 503 })
	void endWhenRevocationFailsThenOneWarningAndTheLogoutIsDone(int status) {
		LoginKey ann = this.platform.login("ann");
		this.platform.provider.fail("/revoke", status);
		this.tokens.end(ann);
		LoginPlatform.until(() -> !this.platform.published(Level.WARN).isEmpty());
		assertThat(this.platform.published(Level.WARN)).singleElement()
			.satisfies((message) -> assertThat(message).contains(this.platform.provider.issuer() + "/revoke")
				.contains("status " + status)
				.doesNotContain("refresh-1", "s3cret"));
		assertThat(this.platform.provider.revocations()).hasSize(1);
		assertThat(this.tokens.count()).isZero();
	}

	@Test
	void endWhenRefreshIsUnderWayThenItBringsNothingBackAndItsRefreshTokenIsRevoked() {
		LoginKey ann = this.platform.login("ann");
		TokenSource source = this.platform.source(ann);
		PendingRefresh refresh = startRefresh(source);
		this.tokens.end(ann);
		awaitRevocations(1);
		refresh.complete();
		assertThat(LoginPlatform.loginRequired(refresh.waiter()).getSuppressed()[0])
			.hasMessageContaining("the user has logged out");
		awaitRevocations(2);
		assertThat(this.platform.provider.revocations()).map((form) -> form.get("token"))
			.containsExactly("refresh-1", "refresh-2");
		assertThat(this.platform.provider.issued().validRefreshTokens()).isEmpty();
		assertThat(source.current()).isNull();
		assertThat(this.tokens.get(ann)).isNull();
		LoginPlatform.loginRequired(source);
	}

	private LoginKey loginInSession(String subject, @Nullable String sessionId) {
		return this.platform.login(this.tokens, subject, sessionId);
	}

	@Test
	void endWhenALoginAtAnotherClientIsInTheSameSessionThenNotRevokedAndTheLastIs() {
		LoginTokens others = this.platform.tokens(10, true);
		List.of(this.tokens, others).forEach((tokens) -> tokens.useAll(List.of(this.tokens, others)));
		LoginKey one = loginInSession("ann", "s");
		LoginKey other = this.platform.login(others, "ann", "s");
		this.tokens.end(one);
		others.end(other);
		awaitRevocations(1);
		assertThat(this.platform.provider.revocations()).singleElement()
			.satisfies((form) -> assertThat(form).containsEntry("token", "refresh-2"));
	}

	@ParameterizedTest
	@CsvSource({ "s,s", ",", "s,", ",s" })
	void endWhenSessionIsOrMayBeSharedThenNotRevokedAndTheLastIs(@Nullable String first, @Nullable String second) {
		LoginKey one = loginInSession("ann", first);
		LoginKey other = loginInSession("ann", second);
		this.tokens.end(one);
		assertThat(this.tokens.get(one)).isNull();
		this.tokens.end(other);
		awaitRevocations(1);
		assertThat(this.platform.provider.revocations()).singleElement()
			.satisfies((form) -> assertThat(form).containsEntry("token", "refresh-2"));
	}

	@Test
	void endWhenSessionsOrUsersDifferThenRevoked() {
		loginInSession("ann", "other");
		loginInSession("bob", null);
		this.tokens.end(loginInSession("ann", "s"));
		awaitRevocations(1);
	}

	@Test
	void replacedWhenRefreshIsUnderWayThenNothingIsRevokedWhateverItBrings() {
		LoginKey ann = loginInSession("ann", "s");
		TokenSource source = this.platform.source(ann);
		PendingRefresh refresh = startRefresh(source);
		this.tokens.replaced(ann);
		assertThat(this.tokens.get(ann)).isNull();
		refresh.complete();
		LoginPlatform.loginRequired(refresh.waiter());
		assertThat(this.platform.provider.revocations()).isEmpty();
	}

	@Test
	void endWhenLateRefreshLandsThenItsTokenIsNotRevokedWhileTheSessionIsShared() {
		LoginKey ann = loginInSession("ann", "s");
		loginInSession("ann", "s");
		TokenSource source = this.platform.source(ann);
		PendingRefresh refresh = startRefresh(source);
		this.tokens.end(ann);
		refresh.complete();
		LoginPlatform.loginRequired(refresh.waiter());
		assertThat(this.platform.provider.revocations()).isEmpty();
	}

	/**
	 * Begin a refresh that a caller waits for and whose response is held back.
	 */
	private PendingRefresh startRefresh(TokenSource source) {
		pass(301);
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.provider.server().hold("/token", gate.asMono());
		Mono<AccessToken> waiter = source.await(Context.empty()).cache();
		waiter.subscribe((token) -> {
		}, (ex) -> {
		});
		LoginPlatform.until(() -> this.platform.refreshTokensSent().size() == 1);
		return new PendingRefresh(gate, waiter);
	}

	private record PendingRefresh(Sinks.Empty<Void> gate, Mono<AccessToken> waiter) {

		void complete() {
			this.gate.tryEmitEmpty();
		}

	}

}
