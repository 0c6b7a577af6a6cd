package io.videoplatform.internal.login.oidc;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.LogoutTokenClaimNames;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Verifies logout tokens with the keys and algorithms of ID tokens (OpenID Connect
 * Back-Channel Logout 1.0, section 2.6). Spring Security's own validator is not visible.
 *
 * @param verifiers creates the decoders
 */
public record LogoutTokenVerifier(JwtVerifierFactory verifiers) {

	private static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";

	/**
	 * Verify a logout token and decode it.
	 * @return the logout token; fails with a {@link BadJwtException} if it is refused and
	 * with a {@link LoginUnavailableException} if it cannot be verified now
	 */
	public Mono<OidcLogoutToken> verify(ClientRegistration registration, String token) {
		return Mono.defer(() -> this.verifiers.decoder(JwtProfile.LOGOUT_TOKEN, registration).decode(token))
			.map((jwt) -> OidcLogoutToken.withTokenValue(token)
				.claims((all) -> all.putAll(jwt.getClaims()))
				// Spring Security accepts an empty object only
				.events(Map.of(EVENT, Map.of()))
				.build());
	}

	static OAuth2TokenValidatorResult validate(Jwt jwt) {
		return OidcJwtDecoder.result(refusal(jwt));
	}

	private static @Nullable String refusal(Jwt jwt) {
		if (jwt.getIssuedAt() == null) {
			return "has no 'iat'";
		}
		if (!isText(jwt, LogoutTokenClaimNames.JTI)) {
			return "has no 'jti'";
		}
		if (!jwt.hasClaim(LogoutTokenClaimNames.SUB) && !jwt.hasClaim(LogoutTokenClaimNames.SID)) {
			return "has neither 'sub' nor 'sid'";
		}
		for (String name : new String[] { LogoutTokenClaimNames.SUB, LogoutTokenClaimNames.SID }) {
			if (jwt.hasClaim(name) && !isText(jwt, name)) {
				return "has a '%s' of the wrong type".formatted(name);
			}
		}
		if (!(jwt.getClaim(LogoutTokenClaimNames.EVENTS) instanceof Map<?, ?> events
				&& events.get(EVENT) instanceof Map<?, ?>)) {
			return "has no 'events' with a JSON object under '%s'".formatted(EVENT);
		}
		return jwt.hasClaim(IdTokenClaimNames.NONCE) ? "has a 'nonce', which no logout token may have" : null;
	}

	private static boolean isText(Jwt jwt, String name) {
		return jwt.getClaim(name) instanceof String text && !text.isBlank();
	}

}
