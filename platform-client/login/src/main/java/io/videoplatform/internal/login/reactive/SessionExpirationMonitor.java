package io.videoplatform.internal.login.reactive;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.token.login.LoginKey;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.DefaultWebSessionManager;
import org.springframework.web.server.session.InMemoryWebSessionStore;
import org.springframework.web.server.session.WebSessionManager;

/**
 * Ends the logins of sessions that expire in the memory of this node, for which there is
 * no event. Whether another session has expired is known to its store only: requests have
 * copies of it.
 */
public final class SessionExpirationMonitor implements InitializingBean, DisposableBean {

	private static final Duration PERIOD = Duration.ofSeconds(1);

	private final LoginTokenRepository tokens;

	private final boolean inMemory;

	private final Scheduler scheduler;

	private final Map<WebSession, Set<LoginKey>> sessions = new ConcurrentHashMap<>();

	private final Disposable.Swap checks = Disposables.swap();

	/**
	 * Create a new instance.
	 * @param tokens the tokens of logins
	 * @param manager manages the sessions
	 * @param scheduler the threads that look for expired sessions
	 */
	public SessionExpirationMonitor(LoginTokenRepository tokens, @Nullable WebSessionManager manager,
			Scheduler scheduler) {
		this.tokens = tokens;
		this.inMemory = manager instanceof DefaultWebSessionManager known
				&& known.getSessionStore() instanceof InMemoryWebSessionStore;
		this.scheduler = scheduler;
	}

	@Override
	public void afterPropertiesSet() {
		if (this.inMemory) {
			this.checks.update(this.scheduler.schedulePeriodically(this::check, PERIOD.toMillis(), PERIOD.toMillis(),
					TimeUnit.MILLISECONDS));
		}
	}

	/**
	 * Hold the logins of a session, which may be none, and end those that were held of it
	 * until now and that it holds no longer, whichever request had put them there. An
	 * expired session may have been emptied by its store.
	 * @param session the session
	 * @param logins the logins that it holds at this moment
	 */
	void hold(WebSession session, Supplier<Set<LoginKey>> logins) {
		if (!this.inMemory) {
			return;
		}
		Set<LoginKey> gone = new HashSet<>();
		Set<LoginKey> added = new HashSet<>();
		this.sessions.compute(session, (key, before) -> {
			Set<LoginKey> now = logins.get();
			if (now.isEmpty() && session.isExpired()) {
				return before;
			}
			if (before != null) {
				gone.addAll(before);
				gone.removeAll(now);
				added.addAll(now);
				added.removeAll(before);
			}
			return now.isEmpty() ? null : now;
		});
		gone.forEach(added.isEmpty() ? this.tokens::end : this.tokens::replaced);
	}

	private void check() {
		this.sessions.keySet().stream().filter(WebSession::isExpired).forEach(this::end);
	}

	private void end(WebSession session) {
		Set<LoginKey> logins = this.sessions.remove(session);
		if (logins != null) {
			logins.forEach(this.tokens::end);
		}
	}

	@Override
	public void destroy() {
		this.checks.dispose();
	}

}
