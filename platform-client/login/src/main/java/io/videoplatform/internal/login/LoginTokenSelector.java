package io.videoplatform.internal.login;

import java.util.Map;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.LoginEndedException;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.internal.token.shared.StoreException;
import io.videoplatform.login.PlatformUser;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;

/**
 * Finds the token of the user whom a call is made for: the one that the request names;
 * else the one of the subscriber's security context; else the user of the thread that
 * subscribed the chain, whatever thread it goes on on.
 */
public final class LoginTokenSelector implements TokenSelector {

	private final LoginClient client;

	private final LoginResolver logins;

	private final CallerCapture callers;

	private final Mono<TokenSource> notLoggedIn;

	/**
	 * Create a new instance.
	 */
	public LoginTokenSelector(LoginClient client, LoginResolver logins, CallerCapture callers) {
		this.client = client;
		this.logins = logins;
		this.callers = callers;
		this.notLoggedIn = Mono.error(() -> loginRequired("no user is logged in there"));
	}

	@Override
	public Mono<TokenSource> select(Map<String, Object> attributes, ContextView context) {
		if (attributes.get(PlatformUser.class.getName()) instanceof PlatformUser named) {
			return ofNamed(named);
		}
		if (context.hasKey(SecurityContext.class)) {
			Mono<SecurityContext> held = context.<Mono<SecurityContext>>get(SecurityContext.class);
			return held.flatMap((found) -> ofAuthentication(found.getAuthentication())).switchIfEmpty(this.notLoggedIn);
		}
		return ofCaller(this.callers.of(context));
	}

	private Mono<TokenSource> ofCaller(Caller caller) {
		if (!caller.known()) {
			return Mono.error(() -> unknown(caller.failure()));
		}
		return (caller.authentication() != null) ? ofAuthentication(caller.authentication()) : Mono.error(this::noUser);
	}

	private Mono<TokenSource> ofNamed(PlatformUser user) {
		return this.client.tokens()
			.findNewest(user.issuer(), user.subject())
			.mapNotNull(this.client.tokens()::get)
			.onErrorMap((ex) -> new PlatformAuthorizationException(
					StoreException.errorOf(ex)
						.explain("No access token for client '%s': the user's logins cannot be looked up: %s"
							.formatted(this.client.name(), ex.getMessage())),
					StoreException.errorOf(ex), PlatformStep.STORE, null, true, null, null, ex))
			.switchIfEmpty(Mono.error(() -> failure(PlatformError.LOGIN_ENDED,
					"the user whom the call names has no active login at client '%s'".formatted(this.client.name()),
					null)));
	}

	private Mono<TokenSource> ofAuthentication(@Nullable Authentication authentication) {
		LoginKey login = this.logins.of(authentication);
		if (login == null) {
			return this.notLoggedIn;
		}
		return login.client().equals(this.client.name()) ? ofLogin(login)
				: Mono.error(() -> loggedInElsewhere(login.client()));
	}

	private Mono<TokenSource> ofLogin(LoginKey login) {
		TokenSource source = this.client.tokens().get(login);
		return (source != null) ? Mono.just(source)
				: Mono.error(() -> loginRequired("the login has ended, or was begun before a restart"));
	}

	private RuntimeException loginRequired(String reason) {
		return LoginEndedException.loginRequired(this.client.registrationId(),
				"No access token for client '%s': %s".formatted(this.client.name(), reason), null);
	}

	/**
	 * No login begins: it would replace the other one, and a page that calls both clients
	 * would require one after the other for ever.
	 */
	private RuntimeException loggedInElsewhere(String other) {
		return failure(PlatformError.NO_USER,
				"the user is logged in at client '%s', and a session holds one login: to log in at client '%s' instead, open '%s'"
					.formatted(other, this.client.name(), UserAgentRequest.loginPath(this.client.registrationId())),
				null);
	}

	private RuntimeException noUser() {
		return failure(PlatformError.NO_USER,
				"the call is made for no user: on WebFlux, return the call's 'Mono';"
						+ " on a thread other than the request's, pass the user on by"
						+ " 'DelegatingSecurityContextAsyncTaskExecutor' or 'ContextPropagatingTaskDecorator'",
				null);
	}

	private RuntimeException unknown(@Nullable Throwable cause) {
		return failure(PlatformError.NO_USER,
				"it is not known in whose request the call was subscribed: subscribe it with 'block()', 'toFuture()'"
						+ " or by returning it while that request is handled",
				cause);
	}

	private RuntimeException failure(PlatformError error, String reason, @Nullable Throwable cause) {
		return new PlatformAuthorizationException(
				error.explain("No access token for client '%s': %s".formatted(this.client.name(), reason)), error,
				PlatformStep.TOKEN_REQUEST, null, false, null, null, cause);
	}

}
