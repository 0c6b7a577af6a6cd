package io.videoplatform.internal.login.oidc;

import java.time.Duration;
import java.util.Map;

import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Verifies logout tokens with the keys and algorithms of ID tokens.
 *
 * @param verifiers creates the decoders
 */
public record LogoutTokenVerifier(JwtVerifierFactory verifiers) {

	/**
	 * For how long after its end a token gets a response that lets its sender try again:
	 * the clock of this node may be wrong.
	 */
	static final Duration CLOCKS = Duration.ofHours(1);

	/**
	 * Verify a logout token and decode it.
	 * @param registration the client that it is meant for
	 * @param token the encoded logout token
	 * @return the logout token; fails with a {@link BadJwtException} if it is refused and
	 * with an {@link OidcProviderUnavailableException} if it cannot be verified now, or
	 * is valid by another clock
	 */
	public Mono<OidcLogoutToken> verify(ClientRegistration registration, String token) {
		return Mono.defer(() -> this.verifiers.decoder(JwtProfile.LOGOUT_TOKEN, registration).decode(token))
			.doOnNext((jwt) -> validateTimes(registration, jwt))
			.map((jwt) -> logoutToken(token, jwt))
			.onErrorMap(RefusedJwtException.class, (ex) -> new BadJwtException(JwtProfile.LOGOUT_TOKEN.refused(ex)));
	}

	private void validateTimes(ClientRegistration registration, Jwt jwt) {
		OAuth2TokenValidatorResult times = new JwtTimesValidator(this.verifiers.clock(), JwtTimesValidator.SKEW)
			.validate(jwt);
		if (times.hasErrors()) {
			RefusedJwtException ex = OidcJwtDecoder.refused(times.getErrors());
			throw ex.unavailable(JwtProfile.LOGOUT_TOKEN.step(),
					"The %s is valid but for its times: it %s".formatted(JwtProfile.LOGOUT_TOKEN, ex.reason()),
					this.verifiers.client(registration));
		}
	}

	private static OidcLogoutToken logoutToken(String token, Jwt jwt) {
		return OidcLogoutToken.withTokenValue(token)
			.claims((all) -> all.putAll(jwt.getClaims()))
			// Spring Security accepts an empty object only
			.events(Map.of(LogoutTokenClaimsValidator.EVENT, Map.of()))
			.build();
	}

}
