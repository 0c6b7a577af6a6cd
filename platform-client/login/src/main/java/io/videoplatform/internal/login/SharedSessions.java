package io.videoplatform.internal.login;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.videoplatform.internal.http.ClockTicker;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The sessions that this node keeps in the index of all nodes: those that it holds, and
 * those that it only uses, until they end.
 */
final class SharedSessions {

	/**
	 * How long a session is not renewed after that has failed.
	 */
	private static final Duration PAUSE = Duration.ofMinutes(1);

	private final LoginSessionIndex index;

	private final HeldSessions held;

	/**
	 * The sessions that were added lately, or whose renewal has begun, and whether it has
	 * not failed.
	 */
	private final Cache<String, Boolean> lately;

	/**
	 * The sessions that are being renewed in the index, each with its login.
	 */
	private final Set<Map.Entry<String, OidcUser>> renewals = ConcurrentHashMap.newKeySet();

	/**
	 * Create a new instance.
	 * @param index the sessions of all nodes
	 * @param held the sessions that this node holds
	 * @param maximum of how many sessions is known when they were added; others may be
	 * read at each use
	 * @param clock the clock
	 */
	SharedSessions(LoginSessionIndex index, HeldSessions held, long maximum, Clock clock) {
		this.index = index;
		this.held = held;
		this.lately = Caffeine.newBuilder()
			.maximumSize(maximum)
			.expireAfter(
					Expiry.writing((String id, Boolean stored) -> stored ? LoginSessionIndex.LIFE.dividedBy(3) : PAUSE))
			.ticker(ClockTicker.of(clock))
			.executor(Runnable::run)
			.build();
	}

	/**
	 * Add a session to the index. Whatever has ended it meanwhile may have removed it
	 * before.
	 */
	Mono<Void> share(OidcSessionInformation session) {
		return (session instanceof EndedSession) ? Mono.empty() : add(session).doOnSuccess((added) -> {
			if (!this.held.isHeld(session)) {
				unshare(session);
			}
		});
	}

	private Mono<Void> add(OidcSessionInformation session) {
		return this.index.add(session).doOnSuccess((added) -> this.lately.put(session.getSessionId(), true));
	}

	/**
	 * Keep a session that is in use in the index, at whichever node it was saved. Nothing
	 * is waited for, and most often nothing is to be done.
	 */
	void renew(String sessionId, Supplier<? extends @Nullable OidcUser> user) {
		if (isDue(sessionId)) {
			OidcUser found = found(user);
			if (found != null) {
				renew(new OidcSessionInformation(sessionId, Map.of(), found));
			}
		}
	}

	/**
	 * Return whether a session that is in use has to be added again, and let one caller
	 * do it.
	 */
	private boolean isDue(String sessionId) {
		return this.lately.getIfPresent(sessionId) == null && this.lately.asMap().putIfAbsent(sessionId, true) == null;
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
	private void renew(OidcSessionInformation session) {
		Map.Entry<String, OidcUser> renewal = renewal(session);
		if (this.renewals.add(renewal)) {
			this.index.detach(add(session).doOnSuccess((added) -> {
				if (!this.renewals.contains(renewal) || this.held.isEnded(session.getSessionId())) {
					unshare(session);
				}
			})
				.doOnError((ex) -> this.lately.put(session.getSessionId(), false))
				.doFinally((signal) -> this.renewals.remove(renewal)));
		}
	}

	private static Map.Entry<String, OidcUser> renewal(OidcSessionInformation session) {
		return Map.entry(session.getSessionId(), session.getPrincipal());
	}

	/**
	 * Remove a session as soon as the store can be reached. One that is left in the index
	 * looks like one in the memory of another node.
	 */
	void unshare(OidcSessionInformation session) {
		this.renewals.remove(renewal(session));
		this.index.remove(session);
	}

	/**
	 * Remove a session when it is saved by another identifier, also if the caller waits
	 * no longer. One that cannot be saved is removed, too: it is invalidated.
	 * @param sessions the session with its logins until now
	 * @param saved what saves it by the new identifier
	 */
	Mono<Void> changeId(List<OidcSessionInformation> sessions, Mono<Void> saved) {
		return this.index.detach(saved.doOnTerminate(() -> sessions.forEach(this::unshare)));
	}

	/**
	 * Share a session by another identifier as soon as the store can be reached.
	 * @param sessions the session with its logins until now
	 * @param changed the session with its new identifier
	 */
	void idChanged(List<OidcSessionInformation> sessions, OidcSessionInformation changed) {
		this.index.begin(share(changed).doOnSuccess((added) -> sessions.forEach(this::unshare)));
	}

}
