package io.videoplatform.samples.localplatform.authorization;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.server.authorization.InMemoryOAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;

/**
 * Sessions in memory. Remembers the refresh tokens that a session has spent, and forgets
 * a session when its last token has run out.
 */
class Sessions implements OAuth2AuthorizationService {

	private static final Log logger = LogFactory.getLog(Sessions.class);

	private final OAuth2AuthorizationService sessions = new InMemoryOAuth2AuthorizationService();

	private final Map<String, Instant> ends = new ConcurrentHashMap<>();

	private final Map<String, String> idsByRefreshToken = new ConcurrentHashMap<>();

	private final Clock clock;

	Sessions(Clock clock) {
		this.clock = clock;
	}

	@Override
	public void save(OAuth2Authorization session) {
		this.sessions.save(session);
		OAuth2Authorization.Token<OAuth2RefreshToken> refreshToken = session.getRefreshToken();
		if (refreshToken != null) {
			this.idsByRefreshToken.put(refreshToken.getToken().getTokenValue(), session.getId());
		}
		Instant end = end(session);
		if (end != null) {
			this.ends.put(session.getId(), end);
		}
		forgetEnded();
	}

	@Override
	public void remove(OAuth2Authorization session) {
		this.sessions.remove(session);
		this.ends.remove(session.getId());
		this.idsByRefreshToken.values().removeIf(session.getId()::equals);
	}

	@Override
	public @Nullable OAuth2Authorization findById(String id) {
		return this.sessions.findById(id);
	}

	@Override
	public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType tokenType) {
		return this.sessions.findByToken(token, tokenType);
	}

	/**
	 * End the session that has spent a refresh token before: whoever sends it again may
	 * have stolen it (RFC 9700, section 4.14.2).
	 * @param refreshToken the refresh token that was sent
	 * @return whether the token was spent
	 */
	boolean endIfSpent(String refreshToken) {
		String id = this.idsByRefreshToken.get(refreshToken);
		OAuth2Authorization session = (id != null) ? findById(id) : null;
		if (session == null || session.getToken(refreshToken) != null) {
			return false;
		}
		OAuth2Authorization.Token<OAuth2RefreshToken> current = session.getRefreshToken();
		if (current != null && !current.isInvalidated()) {
			save(OAuth2Authorization.from(session).invalidate(current.getToken()).build());
			logger
				.info("A spent refresh token was sent again: a session of " + session.getPrincipalName() + " is over");
		}
		return true;
	}

	private void forgetEnded() {
		Instant now = this.clock.instant();
		this.ends.forEach((id, end) -> {
			OAuth2Authorization session = end.isBefore(now) ? findById(id) : null;
			if (session != null) {
				remove(session);
			}
		});
	}

	private static @Nullable Instant end(OAuth2Authorization session) {
		return Stream.of(OAuth2RefreshToken.class, OAuth2AccessToken.class)
			.map(session::getToken)
			.filter(Objects::nonNull)
			.map((token) -> token.getToken().getExpiresAt())
			.filter(Objects::nonNull)
			.max(Instant::compareTo)
			.orElse(null);
	}

}
