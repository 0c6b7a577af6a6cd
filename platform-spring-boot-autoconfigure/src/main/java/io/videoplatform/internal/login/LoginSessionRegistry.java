package io.videoplatform.internal.login;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The application's sessions that a provider may end (OpenID Connect Back-Channel Logout
 * 1.0, section 2.7). The tokens of their logins end at once; a session that cannot be
 * invalidated at once is marked, and ends with the next request that uses it. The number
 * is bounded: not every session reports its end.
 */
public final class LoginSessionRegistry {

	private static final String SESSION_ID = "sid";

	private final LoginTokenRepository tokens;

	private final Map<String, OidcSessionInformation> sessions;

	private final Map<String, EndedSession> ended;

	/**
	 * Create a new instance.
	 * @param tokens the tokens of logins
	 * @param maximum how many sessions are held; beyond it those are forgotten, and can
	 * no longer be ended, that were not used for longest
	 */
	public LoginSessionRegistry(LoginTokenRepository tokens, long maximum) {
		this.tokens = tokens;
		this.sessions = new RecentlyUsed<>(maximum);
		this.ended = new RecentlyUsed<>(maximum);
	}

	/**
	 * Hold a session.
	 * @param session the session; one that was marked under another identifier stays
	 * marked
	 */
	public synchronized void save(OidcSessionInformation session) {
		this.sessions.put(session.getSessionId(), session);
		if (session instanceof EndedSession mark) {
			this.ended.put(mark.getSessionId(), mark);
		}
		else {
			this.ended.remove(session.getSessionId());
		}
	}

	/**
	 * Hold a session and its mark no longer.
	 * @param sessionId the application's identifier of the session
	 * @return the session, or {@code null} if it was neither held nor marked
	 */
	public synchronized @Nullable OidcSessionInformation remove(String sessionId) {
		OidcSessionInformation session = this.sessions.remove(sessionId);
		EndedSession mark = this.ended.remove(sessionId);
		return (mark != null) ? mark : session;
	}

	/**
	 * Hold a session and its mark by another identifier.
	 * @param oldId the application's identifier of the session until now
	 * @param newId the identifier from now on
	 */
	public synchronized void changeId(String oldId, String newId) {
		OidcSessionInformation session = remove(oldId);
		if (session != null) {
			save(session.withSessionId(newId));
		}
	}

	/**
	 * Hold the sessions no longer that a provider names.
	 * @param token the provider's logout token, which has been verified
	 * @return the sessions
	 */
	public List<OidcSessionInformation> remove(OidcLogoutToken token) {
		return held().stream()
			.filter((session) -> isMeant(token, session.getPrincipal()))
			.filter(this::removeIfHeld)
			.toList();
	}

	private synchronized List<OidcSessionInformation> held() {
		return List.copyOf(this.sessions.values());
	}

	private synchronized boolean removeIfHeld(OidcSessionInformation session) {
		return this.sessions.remove(session.getSessionId(), session);
	}

	/**
	 * Mark the sessions that a provider names, before they are held no longer: a mark
	 * goes with a session whose identifier changes in between.
	 */
	void mark(OidcLogoutToken token) {
		List<OidcSessionInformation> meant;
		do {
			meant = held().stream().filter((session) -> isMeant(token, session.getPrincipal())).toList();
		}
		while (!markIfHeld(meant));
	}

	private synchronized boolean markIfHeld(List<OidcSessionInformation> meant) {
		boolean held = this.sessions.values().containsAll(meant);
		if (held) {
			meant.forEach(this::mark);
		}
		return held;
	}

	/**
	 * End a session and its login because the provider has ended it.
	 * @param session the session
	 */
	void end(OidcSessionInformation session) {
		mark(session);
		this.tokens.endedByProvider(session.getPrincipal());
	}

	private synchronized void mark(OidcSessionInformation session) {
		this.ended.put(session.getSessionId(), new EndedSession(session, session.getSessionId()));
	}

	/**
	 * Return whether a provider has ended a session that a request uses. A session that
	 * is looked up counts as used.
	 * @param sessionId the application's identifier of the session
	 * @return whether the session must not be used
	 */
	public synchronized boolean isEnded(String sessionId) {
		this.sessions.get(sessionId);
		return this.ended.get(sessionId) != null;
	}

	/**
	 * Return how many sessions are held.
	 * @return the number
	 */
	public synchronized long count() {
		return this.sessions.size();
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

	/**
	 * The mark of a session. It stays a mark when the session gets another identifier.
	 */
	private static final class EndedSession extends OidcSessionInformation {

		private static final long serialVersionUID = 1L;

		EndedSession(OidcSessionInformation session, String sessionId) {
			super(sessionId, session.getAuthorities(), session.getPrincipal());
		}

		@Override
		public OidcSessionInformation withSessionId(String sessionId) {
			return new EndedSession(this, sessionId);
		}

	}

	/**
	 * Entries of which those go first that were not used for longest.
	 *
	 * @param <V> what is held for each session
	 */
	private static final class RecentlyUsed<V> extends LinkedHashMap<String, V> {

		private static final long serialVersionUID = 1L;

		private final long maximum;

		RecentlyUsed(long maximum) {
			super(16, 0.75f, true);
			this.maximum = maximum;
		}

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
			return size() > this.maximum;
		}

	}

}
