package io.videoplatform.login;

import java.util.Map;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformStep;
import io.videoplatform.token.LoginRequired;
import io.videoplatform.token.TokenKey;
import io.videoplatform.token.TokenSelector;
import io.videoplatform.token.TokenSource;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Finds the token of the user whom a call is made for: the one that the request names;
 * else the one of the subscriber's security context, of the calling thread, or of the
 * thread that handed a task over.
 */
public final class LoginTokenSelector implements TokenSelector {

	/**
	 * Where Spring Security keeps a servlet request's authentication for Reactor.
	 */
	private static final String SERVLET_ATTRIBUTES = "org.springframework.security.SECURITY_CONTEXT_ATTRIBUTES";

	private final LoginClient client;

	private final LoginKeys keys;

	private final LoginScope scope;

	private final Mono<TokenSource> nobodyLoggedIn;

	/**
	 * Create a new instance.
	 * @param client the client whose tokens are selected
	 * @param keys tells of which login an authentication is
	 * @param scope the login that a task was handed over with
	 */
	public LoginTokenSelector(LoginClient client, LoginKeys keys, LoginScope scope) {
		this.client = client;
		this.keys = keys;
		this.scope = scope;
		this.nobodyLoggedIn = Mono.error(() -> loginRequired("nobody is logged in there"));
	}

	@Override
	public Mono<TokenSource> select(Map<String, Object> attributes, ContextView context) {
		PlatformUser named = PlatformUser.from(attributes);
		if (named != null) {
			return ofNamed(named);
		}
		if (context.hasKey(SecurityContext.class)) {
			return context.<Mono<SecurityContext>>get(SecurityContext.class)
				.flatMap((held) -> ofAuthentication(held.getAuthentication()))
				.switchIfEmpty(this.nobodyLoggedIn);
		}
		Authentication authentication = ofServlet(context);
		if (authentication == null) {
			authentication = SecurityContextHolder.getContext().getAuthentication();
		}
		TokenKey.User handedOver = this.scope.current(this.client.name());
		if (handedOver != null && this.keys.of(authentication) == null) {
			return ofLogin(handedOver);
		}
		return (authentication != null) ? ofAuthentication(authentication) : Mono.error(this::nobody);
	}

	private static @Nullable Authentication ofServlet(ContextView context) {
		Map<?, ?> attributes = context.getOrDefault(SERVLET_ATTRIBUTES, null);
		return (attributes != null && attributes.get(Authentication.class) instanceof Authentication found) ? found
				: null;
	}

	private Mono<TokenSource> ofNamed(PlatformUser user) {
		TokenKey.User key = this.client.tokens().newest(user.issuer(), user.subject());
		TokenSource source = (key != null) ? this.client.tokens().get(key) : null;
		return (source != null) ? Mono.just(source) : Mono.error(() -> failure(
				"the user whom the call names has no living login at client '%s'".formatted(this.client.name())));
	}

	private Mono<TokenSource> ofAuthentication(@Nullable Authentication authentication) {
		TokenKey.User login = this.keys.of(authentication);
		return (login != null && login.client().equals(this.client.name())) ? ofLogin(login) : this.nobodyLoggedIn;
	}

	private Mono<TokenSource> ofLogin(TokenKey.User login) {
		TokenSource source = this.client.tokens().get(login);
		return (source != null) ? Mono.just(source)
				: Mono.error(() -> loginRequired("the login has ended, or was begun before a restart"));
	}

	private RuntimeException loginRequired(String reason) {
		return LoginRequired.at(this.client.registrationId(),
				"No access token for client '%s': %s".formatted(this.client.name(), reason), null);
	}

	private RuntimeException nobody() {
		return failure(("the call is made for no user: make it while a logged-in user's request is handled, name the"
				+ " user with PlatformUser, or use a client that has a token of its own ('platform.clients.<name>"
				+ ".grant-type=client_credentials' and PlatformClients)"));
	}

	private RuntimeException failure(String reason) {
		return new PlatformAuthorizationException(
				"No access token for client '%s': %s".formatted(this.client.name(), reason), PlatformStep.TOKEN_REQUEST,
				null, false, null, null, null);
	}

}
