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
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
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

	private final Map<String, String> idsByIdToken = new ConcurrentHashMap<>();

	private final Clock clock;

	Sessions(Clock clock) {
		this.clock = clock;
	}

	/**
	 * Save a session. One that is over stays so: a refresh that was under way cannot
	 * bring it back.
	 */
	@Override
	public synchronized void save(OAuth2Authorization session) {
		OAuth2Authorization before = findById(session.getId());
		OAuth2Authorization now = (before != null && isOver(before)) ? ended(session) : session;
		this.sessions.save(now);
		remember(now, OAuth2RefreshToken.class, this.idsByRefreshToken);
		remember(now, OidcIdToken.class, this.idsByIdToken);
		Instant end = end(now);
		if (end != null) {
			this.ends.put(now.getId(), end);
		}
		forgetEnded();
	}

	private static void remember(OAuth2Authorization session, Class<? extends OAuth2Token> type,
			Map<String, String> ids) {
		OAuth2Authorization.Token<? extends OAuth2Token> token = session.getToken(type);
		if (token != null) {
			ids.put(token.getToken().getTokenValue(), session.getId());
		}
	}

	@Override
	public void remove(OAuth2Authorization session) {
		this.sessions.remove(session);
		this.ends.remove(session.getId());
		this.idsByRefreshToken.values().removeIf(session.getId()::equals);
		this.idsByIdToken.values().removeIf(session.getId()::equals);
	}

	@Override
	public @Nullable OAuth2Authorization findById(String id) {
		return this.sessions.findById(id);
	}

	@Override
	public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType tokenType) {
		OAuth2Authorization session = this.sessions.findByToken(token, tokenType);
		// a client that logs out may hold the ID token of the login, older than a refresh
		String id = (session != null) ? null : this.idsByIdToken.get(token);
		return (id != null) ? findById(id) : session;
	}

	/**
	 * End the session that has spent a refresh token before: a second use may mean that
	 * it was stolen (RFC 9700, section 4.14.2).
	 * @param refreshToken the refresh token that was sent
	 * @return whether the token was spent
	 */
	boolean endIfSpent(String refreshToken) {
		String id = this.idsByRefreshToken.get(refreshToken);
		OAuth2Authorization session = (id != null) ? findById(id) : null;
		if (session == null || session.getToken(refreshToken) != null) {
			return false;
		}
		if (!isOver(session)) {
			save(ended(session));
			logger
				.info("A spent refresh token was sent again: a session of " + session.getPrincipalName() + " is over");
		}
		return true;
	}

	/**
	 * Return the session that a refresh token belongs to, even if it is spent.
	 * @param refreshToken the refresh token
	 * @return the identifier of the session, or {@code null} if the token is not known
	 */
	@Nullable String idOf(String refreshToken) {
		return this.idsByRefreshToken.get(refreshToken);
	}

	/**
	 * End all sessions of a login.
	 * @param login the claim {@code sid} of their ID tokens
	 */
	void endAll(String login) {
		for (String id : this.ends.keySet()) {
			OAuth2Authorization session = findById(id);
			if (session != null && login.equals(login(session))) {
				save(ended(session));
			}
		}
	}

	/**
	 * Return whether a session is over, so that none of its tokens is good any more.
	 */
	static boolean isOver(OAuth2Authorization session) {
		OAuth2Authorization.Token<? extends OAuth2Token> token = lastToken(session);
		return token != null && token.isInvalidated();
	}

	private static OAuth2Authorization ended(OAuth2Authorization session) {
		OAuth2Authorization.Token<? extends OAuth2Token> token = lastToken(session);
		return (token != null) ? OAuth2Authorization.from(session).invalidate(token.getToken()).build() : session;
	}

	/**
	 * Return the token on which a session depends: the implicit grant gives no refresh
	 * token.
	 */
	private static OAuth2Authorization.@Nullable Token<? extends OAuth2Token> lastToken(OAuth2Authorization session) {
		OAuth2Authorization.Token<OAuth2RefreshToken> refreshToken = session.getRefreshToken();
		return (refreshToken != null) ? refreshToken : session.getAccessToken();
	}

	private static @Nullable Object login(OAuth2Authorization session) {
		OAuth2Authorization.Token<OidcIdToken> token = session.getToken(OidcIdToken.class);
		return (token != null) ? token.getToken().getClaim(IdTokenClaims.SID) : null;
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
