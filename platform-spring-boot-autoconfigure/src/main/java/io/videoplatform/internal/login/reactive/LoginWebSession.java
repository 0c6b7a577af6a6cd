package io.videoplatform.internal.login.reactive;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.token.login.LoginKey;
import reactor.core.publisher.Mono;

import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.server.WebSession;

/**
 * A session that ends the logins it holds when it is invalidated. A login is held in a
 * security context, whatever the attribute is called.
 */
final class LoginWebSession implements WebSession {

	private final WebSession session;

	private final LoginTokenRepository tokens;

	private final LoginResolver logins;

	private final Set<LoginKey> before;

	LoginWebSession(WebSession session, LoginTokenRepository tokens, LoginResolver logins) {
		this.session = session;
		this.tokens = tokens;
		this.logins = logins;
		this.before = held();
	}

	private Set<LoginKey> held() {
		return List.copyOf(this.session.getAttributes().values())
			.stream()
			.filter(SecurityContext.class::isInstance)
			.map((context) -> this.logins.of(((SecurityContext) context).getAuthentication()))
			.filter(Objects::nonNull)
			.collect(Collectors.toSet());
	}

	/**
	 * Return the logins that were held at first and are no longer.
	 */
	Set<LoginKey> gone() {
		if (this.before.isEmpty()) {
			return Set.of();
		}
		Set<LoginKey> gone = new HashSet<>(this.before);
		gone.removeAll(held());
		return gone;
	}

	/**
	 * Whether a login is held now: it has replaced those that are gone.
	 */
	boolean holdsLogin() {
		return !held().isEmpty();
	}

	@Override
	public Mono<Void> invalidate() {
		return Mono.defer(() -> {
			Set<LoginKey> ending = held();
			return this.session.invalidate().doFinally((signal) -> ending.forEach(this.tokens::end));
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
		return this.session.changeSessionId();
	}

	@Override
	public Mono<Void> save() {
		return this.session.save();
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
