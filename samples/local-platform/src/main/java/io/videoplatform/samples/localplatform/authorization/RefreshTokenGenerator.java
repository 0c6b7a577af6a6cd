package io.videoplatform.samples.localplatform.authorization;

import java.time.Clock;
import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;

/**
 * Generator of refresh tokens. Unlike Spring's own it gives them to public clients after
 * a login too, as they rotate (RFC 9700, section 2.2.2). They are signed JWTs, because
 * {@code keycloak-js} reads every token that it gets.
 */
class RefreshTokenGenerator implements OAuth2TokenGenerator<OAuth2RefreshToken> {

	// any but that of access tokens, so that the API takes none of these
	private static final String TYPE = "rt+jwt";

	private final JwtEncoder encoder;

	private final Clock clock;

	RefreshTokenGenerator(JwtEncoder encoder, Clock clock) {
		this.encoder = encoder;
		this.clock = clock;
	}

	@Override
	public @Nullable OAuth2RefreshToken generate(OAuth2TokenContext context) {
		if (!OAuth2TokenType.REFRESH_TOKEN.equals(context.getTokenType())) {
			return null;
		}
		Instant issuedAt = this.clock.instant();
		Instant expiresAt = issuedAt.plus(context.getRegisteredClient().getTokenSettings().getRefreshTokenTimeToLive());
		return new OAuth2RefreshToken(value(issuedAt, expiresAt), issuedAt, expiresAt);
	}

	private String value(Instant issuedAt, Instant expiresAt) {
		JwsHeader header = JwsHeader.with(SignatureAlgorithm.RS256).type(TYPE).build();
		JwtClaimsSet claims = JwtClaimsSet.builder()
			.id(UUID.randomUUID().toString())
			.issuedAt(issuedAt)
			.expiresAt(expiresAt)
			.build();
		return this.encoder.encode(JwtEncoderParameters.from(header, claims)).getTokenValue();
	}

}
