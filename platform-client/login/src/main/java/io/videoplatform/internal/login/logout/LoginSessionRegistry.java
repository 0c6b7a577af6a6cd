package io.videoplatform.internal.login.logout;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.videoplatform.internal.login.logout.HeldSessions.Held;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginTokenRepository;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The sessions that a provider may end, as Spring Security's registries of both stacks
 * hold them: those that were used at this node, and with a store those of all nodes. A
 * session in use is added again, whatever has changed its identifier or its login.
 */
public final class LoginSessionRegistry {

	private final LoginRegistrationRepository registrations;

	private final LoginResolver resolver;

	private final LoginTokenRepository tokens;

	private final HeldSessions held;

	private final Clock clock;

	private final @Nullable LoginSessionIndex index;

	/**
	 * Create a new instance.
	 * @param maximum how many sessions this node holds
	 * @param index the sessions of all nodes, if they share a store
	 */
	public LoginSessionRegistry(LoginRegistrationRepository registrations, LoginResolver resolver,
			LoginTokenRepository tokens, long maximum, Clock clock, @Nullable LoginSessionIndex index) {
		this.registrations = registrations;
		this.resolver = resolver;
		this.tokens = tokens;
		this.held = new HeldSessions(maximum);
		this.clock = clock;
		this.index = index;
	}

	/**
	 * Hold a session whose login is complete. The login ends if the store fails, because
	 * the provider could not end it.
	 */
	public Mono<Void> save(OidcSessionInformation session) {
		return Mono.defer(() -> add(session)).doOnError((ex) -> {
			this.held.remove(session.getSessionId());
			this.tokens.end(session.getPrincipal());
		});
	}

	/**
	 * Note that a request uses a session, and the user whose login it holds, if it holds
	 * one.
	 */
	public void used(String sessionId, @Nullable OidcUser user) {
		Held known = this.held.get(sessionId);
		boolean same = known != null && known.isOf(user);
		if (known != null && !same) {
			remove(sessionId);
		}
		if (user != null && (!same || isDue(known)) && this.registrations.clients(user.getAudience()).count() > 0) {
			begin(add(new OidcSessionInformation(sessionId, Map.of(), user)));
		}
	}

	private boolean isDue(@Nullable Held known) {
		return this.index != null && known != null
				&& known.since().plus(LoginSessionIndex.LIFE.dividedBy(3)).isBefore(this.clock.instant());
	}

	/**
	 * Hold a session by another identifier.
	 */
	public void idChanged(String oldId, String newId) {
		OidcSessionInformation before = this.held.remove(oldId);
		if (before != null) {
			begin(add(before.withSessionId(newId)).then(unshare(before)));
		}
	}

	/**
	 * Hold a session no longer.
	 */
	public @Nullable OidcSessionInformation remove(String sessionId) {
		OidcSessionInformation removed = this.held.remove(sessionId);
		if (removed != null) {
			begin(unshare(removed));
		}
		return removed;
	}

	/**
	 * Hold the sessions of this node no longer that a provider names.
	 */
	public List<OidcSessionInformation> remove(OidcLogoutToken token) {
		List<OidcSessionInformation> named = this.held.find(token);
		named.forEach((session) -> remove(session.getSessionId()));
		return named;
	}

	/**
	 * Return the sessions of the platform's logins that a provider names, those of this
	 * node first. Fails after them as the store does.
	 */
	Flux<LoginSession> find(OidcLogoutToken token) {
		Flux<LoginSession> here = Flux.fromStream(() -> this.held.find(token).stream().flatMap(this::logins));
		return (this.index != null) ? here.concatWith(this.index.find(token)).distinct() : here;
	}

	/**
	 * Hold a session no longer that has ended.
	 */
	void ended(LoginSession session) {
		this.held.remove(session.id());
		if (this.index != null) {
			this.index.begin(this.index.remove(session));
		}
	}

	boolean isHeld(String sessionId) {
		return this.held.get(sessionId) != null;
	}

	/**
	 * Return how many sessions this node holds.
	 */
	public long count() {
		return this.held.count();
	}

	/**
	 * Whatever ends the session meanwhile may have removed it before it is stored.
	 */
	private Mono<Void> add(OidcSessionInformation session) {
		OidcSessionInformation before = this.held.put(session, this.clock.instant());
		if (before != null) {
			begin(unshare(before));
		}
		LoginSessionIndex index = this.index;
		return (index != null) ? Flux.fromStream(() -> logins(session)).concatMap(index::add).then(Mono.defer(() -> {
			Held now = this.held.get(session.getSessionId());
			return (now != null && now.isOf(session.getPrincipal())) ? Mono.empty() : unshare(session);
		})) : Mono.empty();
	}

	private Mono<Void> unshare(OidcSessionInformation session) {
		LoginSessionIndex index = this.index;
		return (index != null) ? Flux.fromStream(() -> logins(session)).concatMap(index::remove).then() : Mono.empty();
	}

	private void begin(Mono<Void> change) {
		if (this.index != null) {
			this.index.begin(change);
		}
	}

	Stream<LoginSession> logins(OidcSessionInformation session) {
		return LoginSession.of(session, this.registrations, this.resolver);
	}

}
