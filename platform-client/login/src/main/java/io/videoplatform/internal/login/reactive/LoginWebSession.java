package io.videoplatform.internal.login.reactive;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.login.LoginUnavailableException;
import io.videoplatform.internal.token.login.LoginKey;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.server.WebSession;

/**
 * A session that ends the logins it holds when it is invalidated.
 */
final class LoginWebSession implements WebSession {

	private final WebSession session;

	private final LoginTokenRepository tokens;

	private final LoginResolver logins;

	private final @Nullable SessionExpirationMonitor expirations;

	private final Set<LoginKey> before;

	/**
	 * What a request was the first to see, or has put there itself.
	 */
	private volatile SessionSnapshot first;

	/**
	 * What is saved of a session that is a copy of a stored one.
	 */
	private volatile @Nullable Set<LoginKey> saved;

	/**
	 * The user who was held at first.
	 */
	private final @Nullable OidcUser user;

	LoginWebSession(WebSession session, LoginTokenRepository tokens, LoginResolver logins,
			@Nullable SessionExpirationMonitor expirations) {
		this.session = session;
		this.tokens = tokens;
		this.logins = logins;
		this.expirations = expirations;
		SessionSnapshot now = snapshot();
		this.first = now;
		this.before = now.logins();
		this.user = now.user();
	}

	private SessionSnapshot snapshot() {
		return new SessionSnapshot(this.session, this.logins::of);
	}

	private Set<LoginKey> held() {
		return snapshot().logins();
	}

	/**
	 * Return what the session held at first instead of a login that another request has
	 * put there. A login that is not in the session came by another way.
	 */
	@Nullable Authentication userAtFirst(@Nullable Authentication found) {
		LoginKey login = this.logins.of(found);
		SessionSnapshot first = this.first;
		if (login == null || first.nameOf(login) != null) {
			return found;
		}
		String name = snapshot().nameOf(login);
		return (name != null) ? first.authentication(name) : found;
	}

	/**
	 * Note that the session is a copy of a stored one: what it holds counts when it is
	 * saved.
	 */
	void copied() {
		this.saved = this.before;
	}

	/**
	 * Note what is saved of the session.
	 */
	void saved(Set<LoginKey> held) {
		if (this.saved != null) {
			this.saved = held;
		}
	}

	/**
	 * Note that all of the session is saved, unless it has ended.
	 */
	void saved() {
		if (!isExpired()) {
			saved(held());
		}
	}

	/**
	 * End the logins that were held at first and are no longer, unless another one
	 * follows. Others that were to follow, but are not saved, end.
	 */
	void endLoginsThatAreGone() {
		Set<LoginKey> held = held();
		if (this.expirations != null) {
			this.expirations.hold(this.session, this::held);
		}
		Set<LoginKey> known = this.saved;
		Set<LoginKey> stored = (known != null && !held.isEmpty()) ? known : held;
		without(this.before, stored)
			.forEach(this.before.containsAll(stored) ? this.tokens::end : this.tokens::replaced);
		if (stored.isEmpty() || !held.containsAll(stored)) {
			without(held, stored).forEach(this.tokens::end);
		}
	}

	private static Set<LoginKey> without(Set<LoginKey> logins, Set<LoginKey> others) {
		return logins.stream().filter((login) -> !others.contains(login)).collect(Collectors.toSet());
	}

	@Override
	public Mono<Void> invalidate() {
		return Mono.defer(() -> {
			Set<LoginKey> ending = held();
			return this.session.invalidate().doOnSuccess((done) -> saved(Set.of())).doFinally((signal) -> {
				ending.forEach(this.tokens::end);
			});
		});
	}

	@Override
	public String getId() {
		return this.session.getId();
	}

	@Override
	public Map<String, Object> getAttributes() {
		return this.session.getAttributes();
	}

	@Override
	public void start() {
		this.session.start();
	}

	@Override
	public boolean isStarted() {
		return this.session.isStarted();
	}

	@Override
	public Mono<Void> changeSessionId() {
		return Mono.defer(() -> {
			String id = getId();
			Set<LoginKey> held = held();
			if (this.expirations != null) {
				this.expirations.hold(this.session, this::held);
			}
			return this.session.changeSessionId()
				.onErrorResume((ex) -> held.isEmpty() ? Mono.error(ex) : notSaved(ex))
				.doOnSuccess((done) -> changed(id, held));
		});
	}

	/**
	 * A request that logs a user in, or out, goes on with what the session holds then,
	 * unless others have done so since the request began to use the session.
	 */
	private void changed(String id, Set<LoginKey> held) {
		saved(held);
		if (this.first.id().equals(id)) {
			this.first = snapshot();
		}
	}

	/**
	 * A session that has ended is not saved with the response to the failure, which would
	 * fail, too. The logins that a stored session holds go on.
	 */
	private Mono<Void> notSaved(Throwable failure) {
		return Mono.defer(this.session::invalidate)
			.onErrorComplete()
			.then(Mono.error(() -> LoginUnavailableException.ofSession(failure)));
	}

	@Override
	public Mono<Void> save() {
		return Mono.defer(() -> {
			Set<LoginKey> held = held();
			return this.session.save().doOnSuccess((done) -> saved(held));
		});
	}

	@Override
	public boolean isExpired() {
		return this.session.isExpired();
	}

	@Override
	public Instant getCreationTime() {
		return this.session.getCreationTime();
	}

	@Override
	public Instant getLastAccessTime() {
		return this.session.getLastAccessTime();
	}

	@Override
	public void setMaxIdleTime(Duration maxIdleTime) {
		this.session.setMaxIdleTime(maxIdleTime);
	}

	@Override
	public Duration getMaxIdleTime() {
		return this.session.getMaxIdleTime();
	}

}
