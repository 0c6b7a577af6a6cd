package io.videoplatform.samples.localplatform.authorization;

import java.time.Clock;
import java.time.Duration;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.token.DelegatingOAuth2TokenGenerator;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.JwtGenerator;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;

/**
 * How tokens are made and access tokens are checked. They are JWTs (RFC 9068), signed by
 * a key that lives as long as the process: a restart makes every token worthless.
 */
@Configuration(proxyBeanMethods = false)
class AccessTokens {

	/**
	 * Claim that names the session which a token belongs to.
	 */
	static final String SESSION_CLAIM = "session";

	private static final String TYPE = "at+jwt";

	// dates in a JWT are whole seconds: no token may end before its expires_in
	private static final Duration ROUNDING = Duration.ofSeconds(1);

	@Bean
	OAuth2TokenGenerator<?> tokenGenerator(JWKSource<SecurityContext> keys, Clock clock) {
		JwtEncoder encoder = new NimbusJwtEncoder(keys);
		JwtGenerator generator = new JwtGenerator(encoder);
		generator.setClock(clock);
		IdTokenClaims idTokens = new IdTokenClaims(clock);
		generator.setJwtCustomizer((context) -> customize(context, idTokens));
		return new DelegatingOAuth2TokenGenerator(generator, new RefreshTokenGenerator(encoder, clock));
	}

	@Bean
	JwtDecoder jwtDecoder(JWKSource<SecurityContext> keys, Sessions sessions, Clock clock) {
		JwtTimestampValidator lifetime = new JwtTimestampValidator(ROUNDING);
		lifetime.setClock(clock);
		NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSource(keys).build();
		decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(new JwtTypeValidator(TYPE), lifetime,
				new LiveSessionValidator(sessions)));
		return decoder;
	}

	private static void customize(JwtEncodingContext context, IdTokenClaims idTokens) {
		if (OAuth2TokenType.ACCESS_TOKEN.equals(context.getTokenType())) {
			customizeAccessToken(context);
		}
		else {
			idTokens.customize(context);
		}
	}

	private static void customizeAccessToken(JwtEncodingContext context) {
		context.getJwsHeader().type(TYPE);
		OAuth2Authorization session = context.getAuthorization();
		if (session != null) {
			context.getClaims().claim(SESSION_CLAIM, session.getId());
		}
	}

}
