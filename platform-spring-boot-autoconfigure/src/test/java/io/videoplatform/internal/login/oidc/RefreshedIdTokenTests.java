package io.videoplatform.internal.login.oidc;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.http.EngineScheduler;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * ID tokens that come with a refresh, and the hash of the access token.
 */
class RefreshedIdTokenTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private final OidcProvider provider = new OidcProvider();

	private final Scheduler scheduler = EngineScheduler.create();

	private final IdTokenVerification verification = new IdTokenVerification(this.provider::exchange,
			this.provider.clock, this.scheduler, this.provider.events::add);

	private final RefreshedIdTokenCheck check = new RefreshedIdTokenCheck(this.verification);

	private final LoginIdentity login = login();

	@AfterEach
	void close() {
		this.scheduler.dispose();
		this.provider.close();
	}

	private LoginIdentity login() {
		Jwt jwt = new PlatformJwtDecoderFactory(this.verification, (registration) -> true)
			.createDecoder(this.provider.registration())
			.decode(this.provider.token());
		return LoginIdentity
			.of(new OidcIdToken(jwt.getTokenValue(), jwt.getIssuedAt(), jwt.getExpiresAt(), jwt.getClaims()));
	}

	private @Nullable Throwable outcome(String idToken) {
		return catchThrowable(
				() -> this.check.check(this.provider.registration(), idToken, this.login).block(PATIENCE));
	}

	@Test
	void loginWhenPrintedThenWithoutNonce() {
		assertThat(this.login.nonce()).isEqualTo("n-1");
		assertThat(this.login.issuer()).isEqualTo(this.provider.issuer());
		assertThat(this.login).hasToString("LoginIdentity[issuer=%s, subject=ann, authTime=%s]"
			.formatted(this.provider.issuer(), this.provider.clock.instant()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "nonce", "auth_time" })
	void checkWhenSameOrMissingThenGood(String claim) {
		assertThat(outcome(this.provider.token())).isNull();
		assertThat(outcome(this.provider.token(claim, null))).isNull();
		assertThat(this.provider.told(Level.WARN)).isEmpty();
	}

	@Test
	void checkWhenIssuedLaterThenGood() {
		Object authTime = this.provider.claims().get("auth_time");
		this.provider.clock.advance(Duration.ofMinutes(10));
		assertThat(outcome(this.provider.token("auth_time", authTime))).isNull();
	}

	@Test
	void checkWhenClaimDiffersThenRefusedAndTold() {
		refused(this.provider.token("sub", "bob"), "has another 'sub'");
		refused(this.provider.token("nonce", "n-2"), "has another 'nonce'");
		refused(this.provider.token("auth_time", 1_700_000_000), "has another 'auth_time'");
		refused(this.provider.token("iss", "https://evil.example"), "states the issuer");
		refused(this.provider.token("aud", List.of("other")), "is meant for");
		refused(this.provider.token("exp", null), "has no 'exp'");
		assertThat(this.provider.told(Level.WARN)).hasSize(6);
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT10M", "-PT1H", "P30D", "-P30D" })
	void checkWhenClockIsWrongThenGoodAndReportedOnce(Duration wrong) {
		String idToken = this.provider.token();
		this.provider.clock.advance(wrong);
		assertThat(outcome(idToken)).isNull();
		assertThat(outcome(idToken)).isNull();
		assertThat(this.provider.told(Level.WARN)).singleElement(InstanceOfAssertFactories.STRING)
			.contains("came with a refresh", "No login ends for it");
		this.provider.clock.advance(wrong.negated());
		assertThat(outcome(idToken)).isNull();
		this.provider.clock.advance(wrong);
		assertThat(outcome(idToken)).isNull();
		assertThat(this.provider.told(Level.WARN)).hasSize(2);
	}

	@Test
	void checkWhenLoginHadNoNonceAndRefreshBringsOneThenRefused() {
		LoginIdentity without = new LoginIdentity(this.login.issuer(), this.login.subject(), null, null);
		assertThat(catchThrowable(
				() -> this.check.check(this.provider.registration(), this.provider.token(), without).block(PATIENCE)))
			.isInstanceOf(BadJwtException.class)
			.hasMessageContaining("'nonce'");
	}

	@Test
	void checkWhenIssuerMovedThenRefused() {
		LoginIdentity elsewhere = new LoginIdentity("https://old.example", "ann", null, "n-1");
		assertThat(catchThrowable(
				() -> this.check.check(this.provider.registration(), this.provider.token(), elsewhere).block(PATIENCE)))
			.isInstanceOf(BadJwtException.class)
			.hasMessageContaining("'iss'");
	}

	@Test
	void checkWhenKeysCannotBeHadThenOnlyClaimsAreJudged() {
		Object authTime = this.provider.claims().get("auth_time");
		this.provider.stop();
		this.provider.clock.advance(Duration.ofHours(25));
		assertThat(outcome(this.provider.token("auth_time", authTime)))
			.isInstanceOf(OidcProviderUnavailableException.class);
		refused(this.provider.token("sub", "bob"), "has another 'sub'");
		refused(this.provider.token("aud", List.of("other")), "is meant for");
	}

	@Test
	void checkWhenClientCannotBeVerifiedThenNotJudged() {
		assertThat(catchThrowable(() -> this.check
			.check(this.provider.registration(Map.of(), (registration) -> registration.jwkSetUri(null)),
					this.provider.token(), this.login)
			.block(PATIENCE))).isInstanceOf(OAuth2AuthenticationException.class).hasMessageContaining("jwks_uri");
	}

	@Test
	void accessTokenHashWhenMatchingOrMissingThenGood() {
		assertThatCode(() -> AccessTokenHash.check("access-1", this.provider.token())).doesNotThrowAnyException();
		assertThatCode(() -> AccessTokenHash.check("access-1", withHashOf("access-1"))).doesNotThrowAnyException();
	}

	@Test
	void accessTokenHashWhenOtherThenRefused() {
		assertThat(catchThrowable(() -> AccessTokenHash.check("access-2", withHashOf("access-1"))))
			.isInstanceOf(BadJwtException.class)
			.hasMessageContaining("at_hash")
			.hasMessageNotContaining("access-");
		Jwt jwt = this.verification.verifier(this.provider.registration())
			.verify(withHashOf("access-1"))
			.block(PATIENCE);
		assertThat(jwt).isNotNull();
		assertThatCode(() -> AccessTokenHash.check("access-1", jwt)).doesNotThrowAnyException();
		assertThat(catchThrowable(() -> AccessTokenHash.check("access-2", jwt))).isInstanceOf(BadJwtException.class);
	}

	@Test
	void accessTokenHashWhenNoTextThenRefused() {
		for (Object odd : List.of(7, "", List.of("a"))) {
			assertThat(catchThrowable(() -> AccessTokenHash.check("access-1", this.provider.token("at_hash", odd))))
				.isInstanceOf(BadJwtException.class);
		}
		assertThat(catchThrowable(() -> AccessTokenHash.check("access-1", "no JWT")))
			.isInstanceOf(BadJwtException.class);
	}

	private String withHashOf(String accessToken) {
		return this.provider.token("at_hash",
				com.nimbusds.openid.connect.sdk.claims.AccessTokenHash
					.compute(new BearerAccessToken(accessToken), JWSAlgorithm.RS256, null)
					.getValue());
	}

	private void refused(String idToken, String reason) {
		assertThat(outcome(idToken)).isInstanceOf(BadJwtException.class)
			.hasMessageStartingWith("it ")
			.hasMessageContaining(reason)
			.hasMessageNotContaining("refused");
	}

}
