package io.videoplatform.internal.login;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Sessions that a provider may end, by their identifiers, and the marks of those that it
 * has ended. A login that may still be refused comes after the one that the session holds
 * until then.
 */
final class HeldSessions {

	/**
	 * Requests that have read a session before its deletion are over soon.
	 */
	private static final long DELETED = 10_000;

	private final Map<String, List<OidcSessionInformation>> sessions;

	private final Map<String, EndedSession> ended;

	private final Map<String, Boolean> deleted;

	/**
	 * Create a new instance.
	 * @param maximum how many sessions, and how many marks are held
	 */
	HeldSessions(long maximum) {
		this.sessions = new LeastRecentlyUsedMap<>(maximum);
		this.ended = new LeastRecentlyUsedMap<>(maximum);
		this.deleted = new LeastRecentlyUsedMap<>(Math.min(maximum, DELETED));
	}

	/**
	 * Hold a session, or its mark, beside its other logins.
	 */
	synchronized void hold(OidcSessionInformation session) {
		this.sessions.merge(session.getSessionId(), List.of(session), HeldSessions::joined);
		if (session instanceof EndedSession mark) {
			this.ended.put(mark.getSessionId(), mark);
		}
		else {
			this.ended.remove(session.getSessionId());
		}
	}

	/**
	 * Hold a session again that could not be ended.
	 */
	synchronized void restore(OidcSessionInformation session) {
		this.sessions.merge(session.getSessionId(), List.of(session), (held, restored) -> joined(restored, held));
	}

	/**
	 * Return sessions and others, which replace those of the same login.
	 */
	private static List<OidcSessionInformation> joined(List<OidcSessionInformation> sessions,
			List<OidcSessionInformation> others) {
		return Stream
			.concat(sessions.stream()
				.filter((session) -> others.stream()
					.noneMatch((other) -> other.getPrincipal().equals(session.getPrincipal()))), others.stream())
			.toList();
	}

	/**
	 * Hold a session and its mark no longer.
	 * @return the session with its logins, the last one at the end, or with its mark
	 */
	synchronized List<OidcSessionInformation> release(String sessionId) {
		List<OidcSessionInformation> held = this.sessions.remove(sessionId);
		EndedSession mark = this.ended.remove(sessionId);
		List<OidcSessionInformation> released = (held != null) ? held : List.of();
		return (mark != null) ? joined(released, List.of(mark)) : released;
	}

	/**
	 * Hold a session no longer with a login, nor the mark of the session with that login.
	 */
	synchronized void release(String sessionId, OidcUser user) {
		this.sessions.getOrDefault(sessionId, List.of())
			.stream()
			.filter((session) -> session.getPrincipal().equals(user))
			.forEach(this::removeIfHeld);
		EndedSession mark = this.ended.get(sessionId);
		if (mark != null && mark.getPrincipal().equals(user)) {
			this.ended.remove(sessionId);
		}
	}

	synchronized List<OidcSessionInformation> all() {
		return this.sessions.values().stream().flatMap(List::stream).toList();
	}

	synchronized boolean removeIfHeld(OidcSessionInformation session) {
		List<OidcSessionInformation> held = this.sessions.getOrDefault(session.getSessionId(), List.of());
		List<OidcSessionInformation> others = held.stream().filter((other) -> other != session).toList();
		if (others.isEmpty()) {
			this.sessions.remove(session.getSessionId());
		}
		else {
			this.sessions.put(session.getSessionId(), others);
		}
		return others.size() < held.size();
	}

	/**
	 * Hold a session no longer with other logins than this one.
	 * @return the session with the others
	 */
	synchronized List<OidcSessionInformation> removeOthers(String sessionId, OidcUser user) {
		return this.sessions.getOrDefault(sessionId, List.of())
			.stream()
			.filter((session) -> !session.getPrincipal().equals(user))
			.filter(this::removeIfHeld)
			.toList();
	}

	/**
	 * Return whether a session is held with its login.
	 */
	synchronized boolean isHeld(OidcSessionInformation session) {
		return this.sessions.getOrDefault(session.getSessionId(), List.of())
			.stream()
			.anyMatch((held) -> held.getPrincipal().equals(session.getPrincipal()));
	}

	synchronized boolean isHeld(String sessionId) {
		return this.sessions.containsKey(sessionId) || this.ended.containsKey(sessionId);
	}

	/**
	 * Mark sessions if all of them are held still.
	 */
	synchronized boolean markIfHeld(List<OidcSessionInformation> meant) {
		boolean held = all().containsAll(meant);
		if (held) {
			meant.forEach(this::mark);
		}
		return held;
	}

	synchronized void mark(OidcSessionInformation session) {
		this.ended.put(session.getSessionId(), new EndedSession(session, session.getSessionId()));
	}

	/**
	 * Return whether a session is marked. One that is looked up counts as used.
	 */
	synchronized boolean isEnded(String sessionId) {
		this.sessions.get(sessionId);
		return this.ended.get(sessionId) != null;
	}

	/**
	 * Note that a session is about to be deleted, for requests that have read it before.
	 */
	synchronized void noteDeletion(String sessionId) {
		this.deleted.put(sessionId, true);
	}

	/**
	 * Return whether this node has deleted a session lately.
	 */
	synchronized boolean isDeleted(String sessionId) {
		return this.deleted.containsKey(sessionId);
	}

	synchronized long count() {
		return this.sessions.size();
	}

}
