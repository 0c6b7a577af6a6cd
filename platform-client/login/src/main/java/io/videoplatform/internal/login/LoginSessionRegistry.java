package io.videoplatform.internal.login;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The application's sessions that a provider may end (OpenID Connect Back-Channel Logout
 * 1.0, section 2.7), as they begin, get other identifiers, and end. The number is
 * bounded: not every session reports its end. Nodes that share a store share an index of
 * these sessions.
 */
public final class LoginSessionRegistry {

	private final LoginTokenRepository tokens;

	private final HeldSessions sessions;

	private final @Nullable SharedSessions shared;

	private final BackChannelLogout logout;

	private final boolean usesRepository;

	/**
	 * Create a new instance.
	 * @param tokens the tokens of logins
	 * @param maximum how many sessions are held; beyond it those are forgotten, and can
	 * no longer be ended by this node alone, that were not used for longest
	 * @param clock the clock
	 * @param index the sessions of all nodes, if they share a store
	 * @param deletion deletes sessions, if they are in a repository
	 */
	public LoginSessionRegistry(LoginTokenRepository tokens, long maximum, Clock clock,
			@Nullable LoginSessionIndex index, @Nullable SessionDeletion deletion) {
		this.tokens = tokens;
		this.sessions = new HeldSessions(maximum);
		this.shared = (index != null) ? new SharedSessions(index, this.sessions, maximum, clock) : null;
		this.logout = new BackChannelLogout(tokens, this.sessions, index, deletion);
		this.usesRepository = deletion != null;
	}

	/**
	 * Hold a session, beside another login that it holds.
	 * @param session the session; one that was marked under another identifier stays
	 * marked
	 * @return completes when all nodes can end the session; fails if the store does
	 */
	public Mono<Void> save(OidcSessionInformation session) {
		return Mono.fromRunnable(() -> {
			this.sessions.hold(session);
			this.logout.markIfEndedMeanwhile(session);
		}).then(share(session));
	}

	private Mono<Void> share(OidcSessionInformation session) {
		return (this.shared != null) ? this.shared.share(session) : Mono.empty();
	}

	/**
	 * Keep a session that is in use in the index, at whichever node it was saved. Nothing
	 * is waited for, and most often nothing is to be done.
	 * @param sessionId the application's identifier of the session
	 * @param user returns the user whose login the session holds, if it holds one
	 */
	public void renew(String sessionId, Supplier<? extends @Nullable OidcUser> user) {
		if (this.shared != null) {
			this.shared.renew(sessionId, user);
		}
	}

	/**
	 * Hold a session and its mark no longer.
	 * @param sessionId the application's identifier of the session
	 * @return the session with its last login, or {@code null} if it was neither held nor
	 * marked
	 */
	public @Nullable OidcSessionInformation remove(String sessionId) {
		List<OidcSessionInformation> released = this.sessions.release(sessionId);
		released.forEach(this::unshare);
		return last(released);
	}

	private static @Nullable OidcSessionInformation last(List<OidcSessionInformation> sessions) {
		return sessions.isEmpty() ? null : sessions.get(sessions.size() - 1);
	}

	/**
	 * Hold a session and its mark no longer, at whichever node it was saved.
	 * @param sessionId the application's identifier of the session
	 * @param user the user of the session
	 */
	public void remove(String sessionId, OidcUser user) {
		this.sessions.release(sessionId);
		unshare(new OidcSessionInformation(sessionId, Map.of(), user));
	}

	/**
	 * Hold a session no longer with a login that it holds no longer, at whichever node it
	 * was saved. The session may go on, with other logins.
	 * @param sessionId the application's identifier of the session
	 * @param user the user who came with the login
	 */
	public void loggedOut(String sessionId, OidcUser user) {
		this.sessions.release(sessionId, user);
		unshare(new OidcSessionInformation(sessionId, Map.of(), user));
	}

	/**
	 * End a login that is refused because not all nodes could end its session, and hold
	 * the session no longer with that login.
	 * @param session the session with the login
	 */
	public void refuse(OidcSessionInformation session) {
		this.sessions.removeIfHeld(session);
		unshare(session);
		this.tokens.end(session.getPrincipal());
	}

	private void unshare(OidcSessionInformation session) {
		if (this.shared != null) {
			this.shared.unshare(session);
		}
	}

	/**
	 * Hold a session and its mark by another identifier, with its last login only: one
	 * that is refused is refused before.
	 * @param oldId the application's identifier of the session until now
	 * @param newId the identifier from now on
	 * @param user the user of the session, if it is known from elsewhere
	 * @return completes when all nodes can end the session; fails if the store does
	 */
	public Mono<Void> changeId(String oldId, String newId, @Nullable OidcUser user) {
		return Mono.defer(() -> {
			List<OidcSessionInformation> held = this.sessions.release(oldId);
			List<OidcSessionInformation> sessions = (held.isEmpty() && user != null && this.shared != null)
					? List.of(new OidcSessionInformation(oldId, Map.of(), user)) : held;
			OidcSessionInformation session = last(sessions);
			if (session == null) {
				return Mono.empty();
			}
			Mono<Void> saved = save(session.withSessionId(newId));
			return (this.shared != null) ? this.shared.changeId(sessions, saved) : saved;
		});
	}

	/**
	 * Hold a session by another identifier. Other nodes know it as soon as the store can
	 * be reached: the session goes on until then.
	 * @param oldId the application's identifier of the session until now
	 * @param newId the identifier from now on
	 */
	public void idChanged(String oldId, String newId) {
		List<OidcSessionInformation> held = this.sessions.release(oldId);
		OidcSessionInformation session = last(held);
		if (session == null) {
			return;
		}
		OidcSessionInformation changed = session.withSessionId(newId);
		this.sessions.hold(changed);
		if (this.shared != null) {
			this.shared.idChanged(held, changed);
		}
	}

	/**
	 * Hold a session with the login that it holds from now on, and no longer with others.
	 * @param sessionId the application's identifier of the session
	 * @param user the user who has logged in
	 * @return completes when all nodes can end the session; fails if the store does
	 */
	public Mono<Void> loggedIn(String sessionId, OidcUser user) {
		return Mono.defer(() -> {
			List<OidcSessionInformation> others = this.sessions.removeOthers(sessionId, user);
			others.forEach(this::unshare);
			return this.sessions.isHeld(sessionId) ? Mono.empty()
					: save(new OidcSessionInformation(sessionId, Map.of(), user));
		});
	}

	/**
	 * Hold the sessions no longer that a provider names.
	 * @param token the provider's logout token, which has been verified
	 * @return the sessions
	 */
	public List<OidcSessionInformation> remove(OidcLogoutToken token) {
		return this.logout.remove(token);
	}

	/**
	 * Return what ends sessions when a provider requests it.
	 */
	BackChannelLogout logout() {
		return this.logout;
	}

	/**
	 * Return whether sessions are in a repository that all nodes use.
	 * @return whether they are
	 */
	public boolean usesRepository() {
		return this.usesRepository;
	}

	/**
	 * Return whether this node has lately deleted a session from its repository because a
	 * provider has ended it. Requests may have a copy of it.
	 * @param sessionId the identifier of the session
	 * @return whether it has
	 */
	public boolean isDeleted(String sessionId) {
		return this.sessions.isDeleted(sessionId);
	}

	/**
	 * Return whether a provider has ended a session that a request uses. A session that
	 * is looked up counts as used.
	 * @param sessionId the application's identifier of the session
	 * @return whether the session must not be used
	 */
	public boolean isEnded(String sessionId) {
		return this.sessions.isEnded(sessionId);
	}

	/**
	 * Return how many sessions are held.
	 * @return the number
	 */
	public long count() {
		return this.sessions.count();
	}

}
