package io.videoplatform.internal.login.oidc;

import java.util.Map;

import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.jwt.BadJwtException;

/**
 * Verifies logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6). No event
 * is published for a logout token that is refused: its sender need not be the provider.
 *
 * @param verifiers creates the verifiers
 */
public record LogoutTokenVerifier(JwtVerifierFactory verifiers) {

	/**
	 * Verify a logout token and decode it.
	 * @param registration the client that it is meant for
	 * @param token the encoded logout token
	 * @return the logout token; fails with a {@link BadJwtException} if it is refused and
	 * with an {@link OidcProviderUnavailableException} if it cannot be verified now, or
	 * is valid by another clock
	 */
	public Mono<OidcLogoutToken> verify(ClientRegistration registration, String token) {
		return Mono.defer(() -> {
			JwtVerifier verifier = this.verifiers.verifier(JwtProfile.LOGOUT_TOKEN, registration);
			return verifier.verifyClaims(token).doOnNext(verifier::validateTimes);
		})
			.map((claims) -> logoutToken(token, claims))
			.onErrorMap(InvalidJwtException.class, (ex) -> new BadJwtException(JwtProfile.LOGOUT_TOKEN.refused(ex)));
	}

	private static OidcLogoutToken logoutToken(String token, Map<String, Object> claims) {
		return OidcLogoutToken.withTokenValue(token)
			.claims((all) -> all.putAll(JwtVerifier.converted(claims)))
			// Spring Security accepts an empty object only
			.events(Map.of(LogoutTokenClaimsValidator.EVENT, Map.of()))
			.build();
	}

}
