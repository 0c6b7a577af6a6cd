package io.videoplatform.internal.login;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The application's sessions that a provider may end (OpenID Connect Back-Channel Logout
 * 1.0, section 2.7). The tokens of their logins end at once; a session that cannot be
 * invalidated at once is marked, and ends with the next request that uses it. The number
 * is bounded: not every session reports its end.
 * <p>
 * Nodes that share a store share an index of these sessions, and sessions that are in a
 * repository are deleted there: both hold for sessions that were saved at another node.
 */
public final class LoginSessionRegistry {

	private static final String SESSION_ID = "sid";

	/**
	 * Clients of engines wait longer by default than providers do.
	 */
	private static final Duration DELETION = Duration.ofSeconds(5);

	/**
	 * How many sessions of a user are ended at the same time.
	 */
	static final int AT_ONCE = 8;

	private final LoginTokenRepository tokens;

	private final HeldSessions sessions;

	private final @Nullable LoginSessionIndex index;

	private final @Nullable SessionDeletion deletion;

	/**
	 * The sessions that are being renewed in the index, each with its login.
	 */
	private final Set<Map.Entry<String, OidcUser>> renewals = ConcurrentHashMap.newKeySet();

	/**
	 * Create a new instance.
	 * @param tokens the tokens of logins
	 * @param maximum how many sessions are held; beyond it those are forgotten, and can
	 * no longer be ended by this node alone, that were not used for longest
	 * @param index the sessions of all nodes, if they share a store
	 * @param deletion deletes sessions, if they are in a repository
	 */
	public LoginSessionRegistry(LoginTokenRepository tokens, long maximum, @Nullable LoginSessionIndex index,
			@Nullable SessionDeletion deletion) {
		this.tokens = tokens;
		this.index = index;
		this.deletion = deletion;
		this.sessions = new HeldSessions(maximum);
	}

	/**
	 * Hold a session, beside another login that it holds.
	 * @param session the session; one that was marked under another identifier stays
	 * marked
	 * @return completes when all nodes can end the session; fails if the store does
	 */
	public Mono<Void> save(OidcSessionInformation session) {
		return Mono.fromRunnable(() -> this.sessions.hold(session)).then(share(session));
	}

	/**
	 * Add a session to the index. Whatever has ended it meanwhile may have removed it
	 * before.
	 */
	private Mono<Void> share(OidcSessionInformation session) {
		return (this.index != null && !(session instanceof EndedSession))
				? this.index.add(session).doOnSuccess((added) -> {
					if (!this.sessions.isHeld(session)) {
						unshare(session);
					}
				}) : Mono.empty();
	}

	/**
	 * Keep a session that is in use in the index, at whichever node it was saved. Nothing
	 * is waited for, and most often nothing is to be done.
	 * @param sessionId the application's identifier of the session
	 * @param user returns the user whose login the session holds, if it holds one
	 */
	public void renew(String sessionId, Supplier<? extends @Nullable OidcUser> user) {
		LoginSessionIndex sessions = this.index;
		if (sessions != null && sessions.isDue(sessionId)) {
			OidcUser found = found(user);
			if (found != null) {
				renew(sessions, new OidcSessionInformation(sessionId, Map.of(), found));
			}
		}
	}

	private static @Nullable OidcUser found(Supplier<? extends @Nullable OidcUser> user) {
		try {
			return user.get();
		}
		catch (RuntimeException ex) {
			// Another request has invalidated the session, or it cannot be read
			return null;
		}
	}

	/**
	 * Whatever ends the session meanwhile may remove it before it is added.
	 */
	private void renew(LoginSessionIndex sessions, OidcSessionInformation session) {
		Map.Entry<String, OidcUser> renewal = renewal(session);
		if (this.renewals.add(renewal)) {
			sessions.detach(sessions.add(session).doOnSuccess((added) -> {
				if (!this.renewals.contains(renewal) || isEnded(session.getSessionId())) {
					unshare(session);
				}
			})
				.doOnError((ex) -> sessions.failed(session.getSessionId()))
				.doFinally((signal) -> this.renewals.remove(renewal)));
		}
	}

	private static Map.Entry<String, OidcUser> renewal(OidcSessionInformation session) {
		return Map.entry(session.getSessionId(), session.getPrincipal());
	}

	/**
	 * Return what adds the sessions that are held to the index again.
	 * @return the writes, none of which has begun
	 */
	public Flux<Mono<Void>> shareAgain() {
		LoginSessionIndex sessions = this.index;
		if (sessions != null) {
			sessions.forgetAll();
		}
		return Flux.fromIterable(this.sessions.all()).map(this::share);
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

	/**
	 * A session that is left in the index looks like one in the memory of another node.
	 */
	private void unshare(OidcSessionInformation session) {
		if (this.index != null) {
			this.renewals.remove(renewal(session));
			this.index.remove(session);
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
			List<OidcSessionInformation> sessions = (held.isEmpty() && user != null && this.index != null)
					? List.of(new OidcSessionInformation(oldId, Map.of(), user)) : held;
			OidcSessionInformation session = last(sessions);
			if (session == null) {
				return Mono.empty();
			}
			// A session that cannot be saved is invalidated
			Mono<Void> saved = save(session.withSessionId(newId)).doOnTerminate(() -> sessions.forEach(this::unshare));
			return (this.index != null) ? this.index.detach(saved) : saved;
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
		if (this.index != null) {
			this.index.begin(share(changed).doOnSuccess((added) -> held.forEach(this::unshare)));
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
		return this.sessions.all()
			.stream()
			.filter((session) -> isMeant(token, session.getPrincipal()))
			.filter(this.sessions::removeIfHeld)
			.toList();
	}

	/**
	 * Mark the sessions that a provider names, before they are held no longer: a mark
	 * goes with a session whose identifier changes in between.
	 */
	void mark(OidcLogoutToken token) {
		List<OidcSessionInformation> meant;
		do {
			meant = this.sessions.all().stream().filter((session) -> isMeant(token, session.getPrincipal())).toList();
		}
		while (!this.sessions.markIfHeld(meant));
	}

	/**
	 * End a session and its login because the provider has ended it: one of them also if
	 * the other cannot be ended.
	 * @param session the session
	 * @return completes when the session has ended, or is marked because it is nowhere
	 * but in the memory of this node; fails if the store or the repository does
	 */
	Mono<Void> end(OidcSessionInformation session) {
		return Mono.defer(() -> {
			this.sessions.mark(session);
			return Mono.whenDelayError(this.tokens.endedByProvider(session.getPrincipal()).timeout(DELETION),
					delete(session.getSessionId()));
		}).doOnSuccess((done) -> {
			if (usesRepository()) {
				this.sessions.release(session.getSessionId());
			}
		});
	}

	/**
	 * End the sessions that a provider names, and their logins, at all nodes: one of them
	 * also if another cannot be ended.
	 * @param token the provider's logout token, which has been verified
	 * @return the number of sessions; fails if the store or the repository does, or if a
	 * session is in the memory of another node
	 */
	Mono<Long> endShared(OidcLogoutToken token) {
		LoginSessionIndex sessions = this.index;
		return (sessions != null) ? Mono.defer(() -> {
			Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
			return sessions.find(token)
				.onErrorResume((ex) -> failed(failures, ex))
				.flatMap((entry) -> ended(entry).onErrorResume((ex) -> failed(failures, ex)), AT_ONCE, AT_ONCE)
				.collectList()
				// All are in the set of the user
				.flatMap((ended) -> sessions.remove(ended).thenReturn((long) ended.size()))
				.filter((count) -> failures.isEmpty())
				.switchIfEmpty(Mono.error(failures::element));
		}) : Mono.just(0L);
	}

	private static <T> Mono<T> failed(Queue<Throwable> failures, Throwable ex) {
		return Mono.fromRunnable(() -> failures.add(ex));
	}

	private Mono<LoginSessionIndex.Entry> ended(LoginSessionIndex.Entry entry) {
		return Mono
			.whenDelayError(this.tokens.endedByProvider(entry.login()).timeout(DELETION),
					endElsewhere(entry.session().id()))
			.thenReturn(entry);
	}

	private Mono<Void> endElsewhere(String sessionId) {
		return (this.deletion != null || isEnded(sessionId)) ? delete(sessionId)
				: Mono.error(() -> new IllegalStateException(
						"A session is in the memory of another node; Spring Session would let all nodes end it"));
	}

	private Mono<Void> delete(String sessionId) {
		return (this.deletion != null) ? this.deletion.delete(sessionId).timeout(DELETION) : Mono.empty();
	}

	/**
	 * Return whether sessions are in a repository that all nodes use.
	 * @return whether they are
	 */
	public boolean usesRepository() {
		return this.deletion != null;
	}

	/**
	 * Hold a session again that could not be ended.
	 */
	void restore(OidcSessionInformation session) {
		this.sessions.restore(session);
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
