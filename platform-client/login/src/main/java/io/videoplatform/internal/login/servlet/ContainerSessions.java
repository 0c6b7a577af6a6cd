package io.videoplatform.internal.login.servlet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.login.logout.SessionDeletion;
import jakarta.servlet.http.HttpSession;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The container's sessions that were used, to invalidate them from outside of their
 * requests.
 */
public final class ContainerSessions implements SessionDeletion {

	private final Cache<String, HttpSession> sessions = Caffeine.newBuilder().weakValues().build();

	void used(HttpSession session) {
		this.sessions.put(session.getId(), session);
	}

	/**
	 * The session's listeners are the application's, and may block.
	 */
	@Override
	public Mono<Void> delete(String sessionId) {
		return Mono.<Void>fromRunnable(() -> {
			HttpSession session = this.sessions.getIfPresent(sessionId);
			if (session != null) {
				invalidate(session);
			}
		}).subscribeOn(Schedulers.boundedElastic());
	}

	private static void invalidate(HttpSession session) {
		try {
			session.getCreationTime();
		}
		catch (IllegalStateException ex) {
			// It is invalid already
			return;
		}
		session.invalidate();
	}

	@Override
	public boolean reachesAllNodes() {
		return false;
	}

}
