package io.videoplatform.internal.login.oidc;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.openid.connect.sdk.claims.AccessTokenHash;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.http.EngineScheduler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
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

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final OidcProvider provider = new OidcProvider();

	private final Scheduler scheduler = EngineScheduler.create();

	private final JwtVerifierFactory verifiers = this.provider.verifiers(this.scheduler);

	private final RefreshedIdTokenValidator validator = new RefreshedIdTokenValidator(this.verifiers);

	private final Map<String, String> login = RefreshedIdTokenValidator.claims(login());

	@AfterEach
	void close() {
		this.scheduler.dispose();
		this.provider.close();
	}

	private OidcIdToken login() {
		Jwt jwt = new IdTokenDecoderFactory(this.verifiers).createDecoder(this.provider.registration())
			.decode(this.provider.token())
			.block(PATIENCE);
		return new OidcIdToken(jwt.getTokenValue(), jwt.getIssuedAt(), jwt.getExpiresAt(), jwt.getClaims());
	}

	private @Nullable Throwable outcome(String idToken) {
		return outcome(this.login, idToken, "access-1");
	}

	private @Nullable Throwable outcome(Map<String, String> login, String idToken, String accessToken) {
		return catchThrowable(() -> this.validator.validate(login, this.provider.registration(), idToken, accessToken)
			.block(PATIENCE));
	}

	@ParameterizedTest
	@ValueSource(strings = { "nonce", "auth_time" })
	void checkWhenSameOrMissingThenGood(String claim) {
		assertThat(outcome(this.provider.token())).isNull();
		assertThat(outcome(this.provider.token(claim, null))).isNull();
		assertThat(this.provider.published(Level.WARN)).isEmpty();
	}

	@Test
	void checkWhenClaimDiffersThenRefusedAndPublished() {
		refused(this.provider.token("sub", "bob"), "has another 'sub'");
		refused(this.provider.token("nonce", "n-2"), "has another 'nonce'");
		refused(this.provider.token("auth_time", 1_700_000_000), "has another 'auth_time'");
		refused(this.provider.token("iss", "https://evil.example"), "iss=https://evil.example");
		refused(this.provider.token("aud", List.of("other")), "aud=[other]");
		refused(this.provider.token("exp", null), "exp=null");
		// Once a minute
		assertThat(this.provider.published(Level.WARN)).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "iss", "sub", "nonce" })
	void checkWhenLoginHadNoSuchClaimThenRefused(String claim) {
		Map<String, Object> claims = new HashMap<>(Map.of("iss", this.provider.issuer(), "sub", "ann", "nonce", "n-1"));
		claims.remove(claim);
		Map<String, String> without = RefreshedIdTokenValidator.claims(new OidcIdToken("a.b.c", null, null, claims));
		assertThat(outcome(without, this.provider.token(), "access-1")).isInstanceOf(BadJwtException.class)
			.hasMessageContaining("'%s'", claim);
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT10M", "-PT1H", "P30D", "-P30D" })
	void checkWhenClockIsWrongThenGood(Duration wrong) {
		String idToken = this.provider.token();
		this.provider.clock.advance(wrong);
		assertThat(outcome(idToken)).isNull();
	}

	@Test
	void checkWhenTimesAreNoneThatSpringTakesThenClaimsAreValidated() {
		Map<String, Object> huge = this.provider.claims("updated_at", 1e300);
		assertThat(outcome(OidcProvider.token(OidcProvider.FIRST, huge))).isNull();
		huge.put("sub", "bob");
		refused(OidcProvider.token(OidcProvider.FIRST, huge), "has another 'sub'");
	}

	@Test
	void checkWhenKeysAreUnavailableThenOnlyClaimsAreValidated() {
		Object authTime = this.provider.claims().get("auth_time");
		this.provider.stop();
		this.provider.clock.advance(Duration.ofHours(25));
		assertThat(outcome(OidcProvider.token(OidcProvider.SECOND, this.provider.claims("auth_time", authTime))))
			.isNull();
		refused(this.provider.token("sub", "bob"), "has another 'sub'");
		refused(this.provider.token("aud", List.of("other")), "aud=[other]");
	}

	@Test
	void checkWhenClientCannotBeVerifiedThenAcceptedAndPublished() {
		ClientRegistration registration = this.provider.registration(Map.of(), (builder) -> builder.jwkSetUri(null));
		assertThatCode(() -> this.validator.validate(this.login, registration, this.provider.token(), "access-1")
			.block(PATIENCE)).doesNotThrowAnyException();
		assertThat(this.provider.published(Level.WARN)).singleElement()
			.asString()
			.contains("jwks_uri")
			.endsWith(". " + PlatformError.ID_TOKEN.getCure());
	}

	@Test
	void checkWhenSignedByAKeyThatIsNotPublishedYetThenGood() {
		assertThat(outcome(OidcProvider.token(OidcProvider.SECOND, this.provider.claims()))).isNull();
	}

	@Test
	void checkWhenSignedByAKeyThatIsNotPublishedYetThenClaimsAreValidated() {
		refused(OidcProvider.token(OidcProvider.SECOND, this.provider.claims("sub", "bob")), "has another 'sub'");
	}

	@Test
	void checkWhenSignedByAnotherKeyOfTheSameNameThenRefused() {
		refused(OidcProvider.token(OidcProvider.rsa("first", 2048), this.provider.claims()),
				"has a signature that was not made by the issuer's key");
	}

	@Test
	void checkWhenAccessTokenHashMatchesOrIsMissingThenGood() {
		assertThat(outcome(this.login, this.provider.token(), "access-1")).isNull();
		assertThat(outcome(this.login, withHashOf("access-1"), "access-1")).isNull();
	}

	@Test
	void checkWhenAccessTokenHashIsOfAnotherThenRefused() {
		assertThat(outcome(this.login, withHashOf("access-1"), "access-2")).isInstanceOf(BadJwtException.class)
			.hasMessageStartingWith("it ")
			.hasMessageContaining("at_hash")
			.hasMessageNotContaining("access-");
	}

	@Test
	void checkWhenAccessTokenHashIsNoTextThenRefused() {
		for (Object odd : List.of(7, "", List.of("a"))) {
			refused(this.provider.token("at_hash", odd), "at_hash");
		}
		refused("no JWT", "is not a JWT");
	}

	private String withHashOf(String accessToken) {
		return this.provider.token("at_hash",
				AccessTokenHash.compute(new BearerAccessToken(accessToken), JWSAlgorithm.RS256, null).getValue());
	}

	private void refused(String idToken, String reason) {
		assertThat(outcome(idToken)).isInstanceOf(BadJwtException.class)
			.hasMessageStartingWith("it ")
			.hasMessageContaining(reason)
			.hasMessageNotContaining("refused");
	}

}
