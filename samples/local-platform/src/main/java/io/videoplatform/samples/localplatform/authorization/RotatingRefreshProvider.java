package io.videoplatform.samples.localplatform.authorization;

import java.time.Clock;
import java.time.Instant;

import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2RefreshTokenAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2RefreshTokenAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;

/**
 * Provider of the refresh grant in which every refresh token is good for one use; a
 * second use is refused and ends the session.
 */
class RotatingRefreshProvider implements AuthenticationProvider {

	private final Object monitor = new Object();

	private final Sessions sessions;

	private final Clock clock;

	private final OAuth2RefreshTokenAuthenticationProvider delegate;

	RotatingRefreshProvider(Sessions sessions, OAuth2TokenGenerator<?> generator, Clock clock) {
		this.sessions = sessions;
		this.clock = clock;
		this.delegate = new OAuth2RefreshTokenAuthenticationProvider(sessions, generator);
	}

	@Override
	public Authentication authenticate(Authentication authentication) {
		String refreshToken = ((OAuth2RefreshTokenAuthenticationToken) authentication).getRefreshToken();
		// one after the other: of two requests with the same token one comes too late
		synchronized (this.monitor) {
			if (this.sessions.endIfSpent(refreshToken) || hasExpired(refreshToken)) {
				throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_GRANT);
			}
			return this.delegate.authenticate(authentication);
		}
	}

	private boolean hasExpired(String refreshToken) {
		OAuth2Authorization session = this.sessions.findByToken(refreshToken, OAuth2TokenType.REFRESH_TOKEN);
		OAuth2Authorization.Token<OAuth2RefreshToken> token = (session != null) ? session.getRefreshToken() : null;
		Instant expiry = (token != null) ? token.getToken().getExpiresAt() : null;
		return expiry != null && !this.clock.instant().isBefore(expiry);
	}

	@Override
	public boolean supports(Class<?> authentication) {
		return this.delegate.supports(authentication);
	}

}
