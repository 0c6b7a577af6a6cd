package io.videoplatform.internal.login.oidc;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.oidc.authentication.logout.LogoutTokenClaimNames;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Validates the claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section
 * 2.6). Spring Security's own validator is not visible.
 *
 * @param rules what the logout token must conform to
 */
record LogoutTokenClaimsValidator(JwtRules rules) implements OAuth2TokenValidator<Jwt> {

	static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";

	@Override
	public OAuth2TokenValidatorResult validate(Jwt jwt) {
		String reason = Stream.of(this.rules.refusalOfIssuer(jwt), this.rules.refusalOfAudience(jwt), refusal(jwt))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
		return (reason != null)
				? OAuth2TokenValidatorResult.failure(new OAuth2Error(OidcJwtDecoder.INVALID, reason, null))
				: OAuth2TokenValidatorResult.success();
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
