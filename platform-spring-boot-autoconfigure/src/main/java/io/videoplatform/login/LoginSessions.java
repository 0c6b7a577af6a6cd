package io.videoplatform.login;

import java.util.Collections;
import java.util.List;
import java.util.Objects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The application's sessions that a provider may end (OpenID Connect Back-Channel Logout
 * 1.0, section 2.7). The tokens of their logins end at once, the sessions themselves with
 * the next request that comes with one of them. The number is bounded: not every session
 * says when it is gone.
 */
public final class LoginSessions {

	private static final String SESSION_ID = "sid";

	private final LoginStore logins;

	private final Cache<String, OidcSessionInformation> sessions;

	private final Cache<String, Boolean> ended;

	/**
	 * Create a new instance.
	 * @param logins the tokens of logins
	 * @param maximum how many sessions are held; beyond it those are forgotten, and can
	 * no longer be ended, that were not used for longest
	 */
	public LoginSessions(LoginStore logins, long maximum) {
		this.logins = logins;
		this.sessions = Caffeine.newBuilder().maximumSize(maximum).executor(Runnable::run).build();
		this.ended = Caffeine.newBuilder().maximumSize(maximum).executor(Runnable::run).build();
	}

	/**
	 * Hold a session.
	 * @param session the session
	 */
	public void save(OidcSessionInformation session) {
		this.ended.invalidate(session.getSessionId());
		this.sessions.put(session.getSessionId(), session);
	}

	/**
	 * Hold a session no longer.
	 * @param sessionId the application's identifier of the session
	 * @return the session, or {@code null} if it was not held
	 */
	public @Nullable OidcSessionInformation remove(String sessionId) {
		return this.sessions.asMap().remove(sessionId);
	}

	/**
	 * Hold the sessions no longer that a provider names.
	 * @param token the provider's logout token, which has been verified
	 * @return the sessions
	 */
	public List<OidcSessionInformation> remove(OidcLogoutToken token) {
		return this.sessions.asMap()
			.values()
			.stream()
			.filter((session) -> isMeant(token, session.getPrincipal()))
			.filter((session) -> this.sessions.asMap().remove(session.getSessionId(), session))
			.toList();
	}

	/**
	 * End a session and its login because the provider has ended it.
	 * @param session the session
	 */
	void end(OidcSessionInformation session) {
		this.ended.put(session.getSessionId(), true);
		this.logins.endedByProvider(session.getPrincipal());
	}

	/**
	 * Return whether a provider has ended sessions at all. Without, no session has to be
	 * looked up.
	 * @return whether {@link #isEnded} can be true
	 */
	public boolean hasEnded() {
		return !this.ended.asMap().isEmpty();
	}

	/**
	 * Return whether a provider has ended a session that a request comes with.
	 * @param sessionId the application's identifier of the session
	 * @return whether the session must not be used
	 */
	public boolean isEnded(String sessionId) {
		return this.ended.getIfPresent(sessionId) != null;
	}

	/**
	 * Return how many sessions are held.
	 * @return the number
	 */
	public long count() {
		this.sessions.cleanUp();
		return this.sessions.estimatedSize();
	}

	/*
	 * A token without 'sid' means all sessions of the user, one without 'sub' the session
	 * of any user.
	 */
	private static boolean isMeant(OidcLogoutToken token, OidcUser user) {
		String sessionId = token.getSessionId();
		String subject = token.getSubject();
		return (sessionId != null || subject != null)
				&& Objects.equals(token.getClaimAsString(IdTokenClaimNames.ISS),
						user.getClaimAsString(IdTokenClaimNames.ISS))
				&& user.getAudience() != null && !Collections.disjoint(token.getAudience(), user.getAudience())
				&& (sessionId == null || sessionId.equals(user.getClaimAsString(SESSION_ID)))
				&& (subject == null || subject.equals(user.getSubject()));
	}

}
