package io.videoplatform.samples.localplatform.authorization;

import java.time.Clock;
import java.time.Instant;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

import org.springframework.security.crypto.keygen.Base64StringKeyGenerator;
import org.springframework.security.crypto.keygen.StringKeyGenerator;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;

/**
 * Generator of refresh tokens. Unlike Spring's own it gives them to public clients after
 * a login too, as they rotate (RFC 9700, section 2.2.2).
 */
class RefreshTokenGenerator implements OAuth2TokenGenerator<OAuth2RefreshToken> {

	private final StringKeyGenerator values = new Base64StringKeyGenerator(Base64.getUrlEncoder().withoutPadding(), 48);

	private final Clock clock;

	RefreshTokenGenerator(Clock clock) {
		this.clock = clock;
	}

	@Override
	public @Nullable OAuth2RefreshToken generate(OAuth2TokenContext context) {
		if (!OAuth2TokenType.REFRESH_TOKEN.equals(context.getTokenType())) {
			return null;
		}
		Instant issuedAt = this.clock.instant();
		return new OAuth2RefreshToken(this.values.generateKey(), issuedAt,
				issuedAt.plus(context.getRegisteredClient().getTokenSettings().getRefreshTokenTimeToLive()));
	}

}
