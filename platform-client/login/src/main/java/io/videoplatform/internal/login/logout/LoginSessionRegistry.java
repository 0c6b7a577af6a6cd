package io.videoplatform.internal.login.logout;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResolver;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.InMemoryOidcSessionRegistry;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionRegistry;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The sessions that a provider may end, as Spring Security's registries of both stacks
 * hold them. Those of the platform's logins are in the index; all others are Spring
 * Security's.
 */
public final class LoginSessionRegistry {

	private final LoginRegistrationRepository registrations;

	private final LoginResolver resolver;

	private final LoginSessionIndex index;

	/**
	 * The sessions that were saved at this node, by their identifiers, which is all that
	 * Spring Security knows of one that ends.
	 */
	private final Cache<String, OidcSessionInformation> saved;

	private final OidcSessionRegistry others = new InMemoryOidcSessionRegistry();

	/**
	 * Create a new instance.
	 * @param maximum how many sessions this node holds
	 */
	public LoginSessionRegistry(LoginRegistrationRepository registrations, LoginResolver resolver, long maximum,
			LoginSessionIndex index) {
		this.registrations = registrations;
		this.resolver = resolver;
		this.index = index;
		this.saved = Caffeine.newBuilder().maximumSize(maximum).executor(Runnable::run).build();
	}

	/**
	 * Hold a session whose login is complete. The login ends if the store fails, because
	 * the provider could not end it.
	 */
	public Mono<Void> save(OidcSessionInformation session) {
		return Mono.defer(() -> add(session)).doOnError((ex) -> {
			this.saved.invalidate(session.getSessionId());
			logins(session).forEach(LoginSession::end);
		});
	}

	private Mono<Void> add(OidcSessionInformation session) {
		List<LoginSession> logins = logins(session).toList();
		if (logins.isEmpty()) {
			this.others.saveSessionInformation(session);
		}
		else {
			this.saved.put(session.getSessionId(), session);
		}
		return Flux.fromIterable(logins)
			.concatMap((login) -> login.client().engine().release(this.index.add(login)))
			.then();
	}

	/**
	 * Hold the session by another identifier in which a user has been authenticated.
	 */
	public void idChanged(String oldId, String newId, Authentication authentication) {
		OidcSessionInformation before = remove(oldId, authentication);
		if (authentication.getPrincipal() instanceof OidcUser user) {
			this.index.begin(add(
					new OidcSessionInformation(newId, (before != null) ? before.getAuthorities() : Map.of(), user)));
		}
	}

	/**
	 * Hold the session of a user no longer, at whichever node it was saved.
	 */
	public @Nullable OidcSessionInformation remove(String sessionId, @Nullable Authentication authentication) {
		OidcSessionInformation removed = remove(sessionId);
		if (removed == null && authentication != null && authentication.getPrincipal() instanceof OidcUser user) {
			unshare(new OidcSessionInformation(sessionId, Map.of(), user));
		}
		return removed;
	}

	/**
	 * Hold a session no longer that was saved at this node.
	 */
	public @Nullable OidcSessionInformation remove(String sessionId) {
		OidcSessionInformation removed = this.saved.asMap().remove(sessionId);
		if (removed == null) {
			return this.others.removeSessionInformation(sessionId);
		}
		unshare(removed);
		return removed;
	}

	private void unshare(OidcSessionInformation session) {
		logins(session).forEach((login) -> this.index.begin(this.index.remove(login)));
	}

	/**
	 * Hold the sessions no longer that another provider names.
	 */
	public Iterable<OidcSessionInformation> remove(OidcLogoutToken token) {
		return this.others.removeSessionInformation(token);
	}

	/**
	 * Return the sessions of the platform's logins that a provider names.
	 */
	Flux<LoginSession> find(OidcLogoutToken token) {
		return this.index.find(token);
	}

	/**
	 * Hold a session no longer that has ended.
	 */
	void ended(LoginSession session) {
		this.saved.invalidate(session.id());
		this.index.begin(this.index.remove(session));
	}

	/**
	 * Return whether sessions of other nodes are found.
	 */
	boolean isShared() {
		return this.index.isShared();
	}

	Stream<LoginSession> logins(OidcSessionInformation session) {
		return LoginSession.of(session, this.registrations, this.resolver);
	}

}
