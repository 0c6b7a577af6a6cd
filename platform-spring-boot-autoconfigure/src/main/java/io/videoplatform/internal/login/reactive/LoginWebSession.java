package io.videoplatform.internal.login.reactive;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginSessionRegistry;
import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.login.LoginUnavailableException;
import io.videoplatform.internal.token.login.LoginKey;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.server.WebSession;

/**
 * A session that ends the logins it holds when it is invalidated. A login is held in a
 * security context, whatever the attribute is called.
 */
final class LoginWebSession implements WebSession {

	private final WebSession session;

	private final LoginTokenRepository tokens;

	private final LoginResolver logins;

	private final @Nullable LoginSessionRegistry sessions;

	private final Set<LoginKey> before;

	/**
	 * What is saved of a session that is a copy of a stored one.
	 */
	private volatile @Nullable Set<LoginKey> saved;

	/**
	 * The user who was held at first.
	 */
	private final @Nullable OidcUser user;

	LoginWebSession(WebSession session, LoginTokenRepository tokens, LoginResolver logins,
			@Nullable LoginSessionRegistry sessions) {
		this.session = session;
		this.tokens = tokens;
		this.logins = logins;
		this.sessions = sessions;
		this.before = held();
		this.user = user();
	}

	private Set<LoginKey> held() {
		return authentications().map(this.logins::of).filter(Objects::nonNull).collect(Collectors.toSet());
	}

	private Stream<@Nullable Authentication> authentications() {
		return List.copyOf(this.session.getAttributes().values())
			.stream()
			.filter(SecurityContext.class::isInstance)
			.map((context) -> ((SecurityContext) context).getAuthentication());
	}

	private @Nullable OidcUser user() {
		return authentications().filter((held) -> this.logins.of(held) != null)
			.map((held) -> Objects.requireNonNull(held).getPrincipal())
			.filter(OidcUser.class::isInstance)
			.map(OidcUser.class::cast)
			.findFirst()
			.orElse(null);
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
	 * End the logins that were held at first and are no longer. If others were to replace
	 * them, but are not saved, those end.
	 */
	void endLoginsThatAreGone() {
		if (this.before.isEmpty()) {
			return;
		}
		Set<LoginKey> held = held();
		Set<LoginKey> known = this.saved;
		Set<LoginKey> stored = (known != null && !held.isEmpty()) ? known : held;
		without(this.before, stored).forEach(stored.isEmpty() ? this.tokens::end : this.tokens::replaced);
		if (!held.containsAll(stored)) {
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
			String id = getId();
			return this.session.invalidate().doOnSuccess((done) -> saved(Set.of())).doFinally((signal) -> {
				ending.forEach(this.tokens::end);
				if (this.sessions != null && this.user != null) {
					this.sessions.remove(id, this.user);
				}
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
			return this.session.changeSessionId()
				.doOnSuccess((done) -> saved(held))
				.then(Mono.defer(() -> idChanged(id).onErrorResume(this::notShared)));
		});
	}

	/**
	 * The browser has the new identifier in spite of the failure, and the provider could
	 * not end the session.
	 */
	private Mono<Void> notShared(Throwable failure) {
		LoginSessionRegistry registry = Objects.requireNonNull(this.sessions);
		return Mono.fromRunnable(() -> registry.remove(getId()))
			.then(invalidate().onErrorComplete())
			.then(Mono.error(() -> LoginUnavailableException.notStored(failure)));
	}

	/**
	 * Spring Security has saved a new login by the old identifier.
	 */
	private Mono<Void> idChanged(String id) {
		LoginSessionRegistry registry = this.sessions;
		if (registry == null) {
			return Mono.empty();
		}
		OidcUser user = this.user;
		boolean kept = user != null && user.equals(user());
		return registry.changeId(id, getId(), kept ? user : null).doOnSuccess((done) -> {
			if (user != null && !kept) {
				registry.remove(id, user);
			}
		});
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
