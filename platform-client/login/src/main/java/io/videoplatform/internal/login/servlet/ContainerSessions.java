package io.videoplatform.internal.login.servlet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.login.logout.LoginSession;
import io.videoplatform.internal.login.logout.SessionDeletion;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.security.web.context.HttpSessionSecurityContextRepository;

/**
 * The container's sessions, to invalidate them from outside of their requests.
 */
public final class ContainerSessions implements SessionDeletion, HttpSessionListener, HttpSessionIdListener {

	private final Cache<String, HttpSession> sessions = Caffeine.newBuilder().weakValues().build();

	@Override
	public void sessionCreated(HttpSessionEvent event) {
		this.sessions.put(event.getSession().getId(), event.getSession());
	}

	@Override
	public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
		sessionCreated(event);
	}

	/**
	 * The session's listeners are the application's, and may block.
	 */
	@Override
	public Mono<Boolean> delete(LoginSession login) {
		return Mono.fromCallable(() -> {
			HttpSession session = this.sessions.getIfPresent(login.id());
			if (session == null) {
				return false;
			}
			invalidate(session, login);
			return true;
		}).subscribeOn(Schedulers.boundedElastic());
	}

	private static void invalidate(HttpSession session, LoginSession login) {
		Object context;
		try {
			context = session.getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY);
		}
		catch (IllegalStateException ex) {
			// It is invalid already
			return;
		}
		if (login.isHeldBy(context)) {
			session.invalidate();
		}
	}

}
