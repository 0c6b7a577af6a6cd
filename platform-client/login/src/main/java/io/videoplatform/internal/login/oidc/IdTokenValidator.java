package io.videoplatform.internal.login.oidc;

import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.openid.connect.sdk.claims.AccessTokenHash;
import com.nimbusds.openid.connect.sdk.validators.AccessTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.InvalidHashException;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * What Spring Security's validator leaves open in an ID token: the form of the subject
 * and of the time of authentication. The nonce is Spring Security's, which knows the
 * authorization request. Times are {@link JwtTimesValidator}'s.
 */
public final class IdTokenValidator implements OAuth2TokenValidator<Jwt> {

	/**
	 * OpenID Connect Core 1.0, section 2.
	 */
	private static final int MAX_SUBJECT_LENGTH = 255;

	/**
	 * What is wrong with an ID token {@link #isOfAnotherToken of another access token}.
	 */
	public static final String WRONG_HASH = "has a hash of the access token ('at_hash') that is not that of the access"
			+ " token that came with it";

	private static final Duration ANY_TIME = Duration.ofDays(36_500);

	private final OidcIdTokenValidator claims;

	IdTokenValidator(ClientRegistration registration) {
		this.claims = new OidcIdTokenValidator(registration);
		this.claims.setClockSkew(ANY_TIME);
	}

	@Override
	public OAuth2TokenValidatorResult validate(Jwt jwt) {
		OAuth2TokenValidatorResult result = this.claims.validate(jwt);
		return OidcJwtDecoder.result(result.hasErrors()
				? "fails the check of its claims: " + result.getErrors().iterator().next().getDescription()
				: refusal(jwt.getSubject(), jwt.getClaim(IdTokenClaimNames.AUTH_TIME)));
	}

	/**
	 * A subject that UTF-8 cannot encode would have the key of another one in a store.
	 */
	private static @Nullable String refusal(@Nullable String subject, @Nullable Object authenticatedAt) {
		if (subject == null || subject.isBlank() || subject.length() > MAX_SUBJECT_LENGTH
				|| !StandardCharsets.UTF_8.newEncoder().canEncode(subject)) {
			return "has a 'sub' that is empty, of more than %d characters or not in UTF-8"
				.formatted(MAX_SUBJECT_LENGTH);
		}
		return (authenticatedAt == null || authenticatedAt instanceof Instant) ? null
				: "has a 'auth_time' of the wrong type";
	}

	/**
	 * Return whether an ID token contains the hash of another access token than the one
	 * that it came with (OpenID Connect Core 1.0, section 3.1.3.8).
	 * @param idToken the ID token, in its compact form
	 * @param hash its claim, if there is one
	 */
	public static boolean isOfAnotherToken(String idToken, @Nullable Object hash, String accessToken) {
		return hash != null && !(hash instanceof String value && matches(accessToken, value, idToken));
	}

	private static boolean matches(String accessToken, String hash, String idToken) {
		try {
			JWSAlgorithm algorithm = SignedJWT.parse(idToken).getHeader().getAlgorithm();
			AccessTokenValidator.validate(new BearerAccessToken(accessToken), algorithm, new AccessTokenHash(hash));
			return true;
		}
		catch (ParseException | InvalidHashException | IllegalArgumentException ex) {
			return false;
		}
	}

}
