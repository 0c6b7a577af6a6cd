package io.videoplatform.internal.login.reactive;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.BoundedWait;
import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.LoginUnavailableException;
import io.videoplatform.internal.login.UserAgentRequest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.oauth2.client.web.server.ServerAuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Is placed before Spring Security's filters: checks authorization responses before
 * anything is done with them, and shows people and scripts why a login does not go on.
 */
public final class LoginWebFilter implements WebFilter, Ordered {

	private static final Log logger = LogFactory.getLog(LoginWebFilter.class);

	private final LoginRegistrationRepository registrations;

	private final AuthorizationResponseValidator validator;

	private final ServerAuthorizationRequestRepository<OAuth2AuthorizationRequest> requests;

	private final LoginResponseFactory responses;

	private final Function<ServerWebExchange, Mono<Boolean>> generatedPage;

	private final BoundedWait wait;

	private final int order;

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param validator checks authorization responses
	 * @param requests holds the authorization requests
	 * @param responses creates the responses to logins that do not go on
	 * @param generatedPage whether the login page for an exchange is Spring Security's
	 * own
	 * @param wait limits what Spring Security and the application do with a response
	 * @param order the order among the application's filters, before Spring Security's
	 */
	public LoginWebFilter(LoginRegistrationRepository registrations, AuthorizationResponseValidator validator,
			ServerAuthorizationRequestRepository<OAuth2AuthorizationRequest> requests, LoginResponseFactory responses,
			Function<ServerWebExchange, Mono<Boolean>> generatedPage, BoundedWait wait, int order) {
		this.registrations = registrations;
		this.validator = validator;
		this.requests = requests;
		this.responses = responses;
		this.generatedPage = generatedPage;
		this.wait = wait;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		CallbackRequest callback = ServerLoginAdapter.callbackRequest(exchange);
		boolean readsForm = callback.form()
				&& this.validator.registrationAt(callback.contextPath(), callback.path()) != null;
		return readsForm
				? ServerLoginAdapter.withForm(exchange, callback).flatMap((read) -> filter(exchange, chain, read))
				: filter(exchange, chain, callback);
	}

	private Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain, CallbackRequest callback) {
		if (!this.validator.isCallback(callback)) {
			return handlingOutages(exchange, chain.filter(exchange).then(Mono.defer(() -> requireLogin(exchange))),
					null);
		}
		return CallbackServerHttpRequest.handling(exchange, Mono.defer(() -> handle(exchange, chain, callback)));
	}

	private Mono<Void> handle(ServerWebExchange exchange, WebFilterChain chain, CallbackRequest callback) {
		String registrationId = this.validator.registrationId(callback, null);
		Function<Throwable, Mono<Void>> notRead = (failure) -> handlingOutages(exchange,
				Mono.error(LoginUnavailableException.ofSession(failure)), registrationId);
		Mono<Void> handled = this.requests.loadAuthorizationRequest(exchange)
			.map(Optional::of)
			.defaultIfEmpty(Optional.empty())
			.map((began) -> handle(exchange, chain, callback, began.orElse(null)))
			.onErrorResume(
					(failure) -> (registrationId != null) ? Mono.just(notRead.apply(failure)) : Mono.error(failure))
			.flatMap(Function.identity());
		return (registrationId != null && callback.isResponse())
				? handlingOutages(exchange, this.wait.limit(handled), registrationId) : handled;
	}

	private Mono<Void> handle(ServerWebExchange exchange, WebFilterChain chain, CallbackRequest callback,
			@Nullable OAuth2AuthorizationRequest began) {
		String registrationId = this.validator.registrationId(callback, began);
		if (registrationId == null) {
			return handlingOutages(exchange, chain.filter(exchange), null);
		}
		Mono<Void> handled = this.validator.check(callback, began)
			.map((refusal) -> refuse(exchange, refusal))
			.defaultIfEmpty(Mono.defer(() -> handledBySpring(exchange, chain, callback, registrationId, began != null)))
			.flatMap(Function.identity());
		return handlingOutages(exchange, handled, registrationId);
	}

	private Mono<Void> handledBySpring(ServerWebExchange exchange, WebFilterChain chain, CallbackRequest callback,
			String registrationId, boolean known) {
		Function<@Nullable String, LoginRefusal> failed = (message) -> this.validator.failed(registrationId, callback,
				known, exchange.getAttribute(LoginRefusal.CAUSE), message);
		return securityContexts(exchange)
			.flatMap((before) -> chain.filter(exchange)
				.then(securityContexts(exchange))
				.flatMap((after) -> show(exchange, callback, !before.containsAll(after), failed)))
			.onErrorResume((ex) -> (ex instanceof AuthenticationException && !exchange.getResponse().isCommitted())
					? refuse(exchange, failed.apply(ex.getMessage()))
					: OpenedLogin.endUnlessHeld(exchange).then(Mono.error(ex)))
			.doOnCancel(() -> OpenedLogin.endUnlessHeld(exchange).subscribe());
	}

	/**
	 * Return what the session holds, one of which Spring Security replaces when a login
	 * succeeds, whatever the attribute is called.
	 */
	private static Mono<Set<Object>> securityContexts(ServerWebExchange exchange) {
		return exchange.getSession()
			.map((session) -> new HashMap<>(session.getAttributes()).values()
				.stream()
				.filter(SecurityContext.class::isInstance)
				.collect(Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>()))));
	}

	private Mono<Void> show(ServerWebExchange exchange, CallbackRequest callback, boolean loggedIn,
			Function<@Nullable String, LoginRefusal> failed) {
		ServerHttpResponse response = exchange.getResponse();
		String location = response.getHeaders().getFirst(HttpHeaders.LOCATION);
		boolean refused = response.getStatusCode() != null && response.getStatusCode().is4xxClientError();
		boolean generatedError = callback.leadsToGeneratedError(location);
		// Another request of the session may have logged in meanwhile
		boolean loggedInHere = loggedIn && !generatedError && exchange.getAttribute(LoginRefusal.CAUSE) == null;
		if (!refused && (loggedInHere || !CallbackRequest.leadsToError(location))) {
			return Mono.empty();
		}
		LoginRefusal refusal = failed.apply(null);
		Mono<Void> ended = OpenedLogin.endUnlessHeld(exchange);
		if (response.isCommitted() || !generatedError) {
			return ended;
		}
		return ended.then(this.generatedPage.apply(exchange))
			.filter(Boolean::booleanValue)
			.flatMap((generated) -> refuse(exchange, refusal));
	}

	/**
	 * Spring Security's entry points redirect scripts to the login, too, which they
	 * cannot follow.
	 */
	private Mono<Void> requireLogin(ServerWebExchange exchange) {
		String location = exchange.getResponse().getHeaders().getFirst(HttpHeaders.LOCATION);
		if (location == null || exchange.getResponse().isCommitted()) {
			return Mono.empty();
		}
		UserAgentRequest userAgent = ServerLoginAdapter.userAgentRequest(exchange);
		return userAgent.wantsPage() ? Mono.empty() : requireLogin(exchange, userAgent, location);
	}

	private Mono<Void> requireLogin(ServerWebExchange exchange, UserAgentRequest userAgent, String location) {
		String login = this.registrations.firstRegistration();
		Mono<Void> required = Mono
			.defer(() -> ServerLoginAdapter.write(this.responses.loginRequired(userAgent, login), exchange));
		if (location.equals(userAgent.loginUrl(login))) {
			return required;
		}
		return location.equals(userAgent.contextPath() + "/login")
				? this.generatedPage.apply(exchange).filter(Boolean::booleanValue).flatMap((generated) -> required)
				: Mono.empty();
	}

	/**
	 * Write a response if the provider, or the session, is not available.
	 * @param registrationId the registration of the login, {@code null} if at most the
	 * outage names it
	 */
	private Mono<Void> handlingOutages(ServerWebExchange exchange, Mono<Void> handled,
			@Nullable String registrationId) {
		return handled.onErrorResume((failure) -> {
			LoginUnavailableException outage = LoginUnavailableException.in(failure);
			if (outage != null && outage.getError() == PlatformError.SESSION_STORE) {
				logger.error(EventLog.line(outage.getError(), String.valueOf(outage.getMessage())), outage.getCause());
			}
			return (outage != null && !exchange.getResponse().isCommitted()) ? ServerLoginAdapter.write(
					this.responses.unavailable(ServerLoginAdapter.userAgentRequest(exchange), registrationId, outage),
					exchange) : Mono.error(failure);
		});
	}

	private Mono<Void> refuse(ServerWebExchange exchange, LoginRefusal refusal) {
		return OpenedLogin.refuse(exchange)
			.then(ServerLoginAdapter
				.write(this.responses.refused(ServerLoginAdapter.userAgentRequest(exchange), refusal), exchange));
	}

}
