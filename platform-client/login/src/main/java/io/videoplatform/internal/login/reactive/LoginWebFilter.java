package io.videoplatform.internal.login.reactive;

import java.util.Optional;
import java.util.function.Function;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.BoundedWait;
import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.UserAgentRequest;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.oauth2.client.web.server.ServerAuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.web.server.WebFilterExchange;
import org.springframework.security.web.server.authentication.RedirectServerAuthenticationSuccessHandler;
import org.springframework.security.web.server.authentication.ServerAuthenticationSuccessHandler;
import org.springframework.security.web.server.context.ServerSecurityContextRepository;
import org.springframework.security.web.server.context.WebSessionServerSecurityContextRepository;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Is placed before Spring Security's filters, and responds where a login cannot begin or
 * does not go on. It also leads a user who is logged in to the application if a response
 * belongs to no login.
 */
public final class LoginWebFilter implements WebFilter, Ordered {

	private static final Log logger = LogFactory.getLog(LoginWebFilter.class);

	private final AuthorizationResponseValidator validator;

	private final ServerAuthorizationRequestRepository<OAuth2AuthorizationRequest> requests;

	private final LoginResponseFactory responses;

	private final Function<ServerWebExchange, Mono<Boolean>> generatedPage;

	private final BoundedWait wait;

	private final int order;

	private final ServerSecurityContextRepository contexts = new WebSessionServerSecurityContextRepository();

	private final ServerAuthenticationSuccessHandler application = new RedirectServerAuthenticationSuccessHandler();

	/**
	 * Create a new instance.
	 */
	public LoginWebFilter(AuthorizationResponseValidator validator,
			ServerAuthorizationRequestRepository<OAuth2AuthorizationRequest> requests, LoginResponseFactory responses,
			Function<ServerWebExchange, Mono<Boolean>> generatedPage, BoundedWait wait, int order) {
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
		String registrationId = this.validator.registrationAt(exchange.getRequest().getPath().contextPath().value(),
				exchange.getRequest().getURI().getRawPath());
		if (registrationId == null) {
			return chain.filter(exchange)
				.then(Mono.defer(() -> refuseRedirect(exchange)))
				.onErrorResume((failure) -> respond(exchange, null, failure));
		}
		Mono<Void> handled = Mono
			.defer(() -> handle(exchange, chain, ServerLoginAdapter.callbackRequest(exchange), registrationId))
			// Here, or a session that is not saved would be logged with the code
			.then(Mono.defer(exchange.getResponse()::setComplete));
		return this.wait.limit(handled)
			.onErrorResume((failure) -> respond(exchange, registrationId, failure))
			.onErrorResume((failure) -> failed(exchange, registrationId, failure));
	}

	private Mono<Void> handle(ServerWebExchange exchange, WebFilterChain chain, CallbackRequest callback,
			String registrationId) {
		return this.requests.loadAuthorizationRequest(exchange)
			.map(Optional::of)
			.defaultIfEmpty(Optional.empty())
			.flatMap((began) -> user(exchange)
				.filter((user) -> this.validator.isLeftOver(registrationId, callback, began.orElse(null), user))
				.map((user) -> this.application.onAuthenticationSuccess(new WebFilterExchange(exchange, chain), user))
				.defaultIfEmpty(handle(exchange, chain, callback, registrationId, began.orElse(null)))
				.flatMap((next) -> next));
	}

	private Mono<Void> handle(ServerWebExchange exchange, WebFilterChain chain, CallbackRequest callback,
			String registrationId, @Nullable OAuth2AuthorizationRequest began) {
		return Mono.defer(() -> this.validator.received(registrationId, callback, began))
			.doOnNext((refusal) -> exchange.getAttributes().put(LoginRefusal.CAUSE, refusal))
			.then(Mono.defer(() -> chain.filter(exchange)))
			.then(Mono.defer(() -> showRefusal(exchange, callback, registrationId)));
	}

	private Mono<Void> showRefusal(ServerWebExchange exchange, CallbackRequest callback, String registrationId) {
		String location = exchange.getResponse().getHeaders().getFirst(HttpHeaders.LOCATION);
		if (exchange.getResponse().isCommitted() || !callback.leadsToGeneratedError(location)) {
			return Mono.empty();
		}
		return this.generatedPage.apply(exchange)
			.filter(Boolean::booleanValue)
			.flatMap((generated) -> ServerLoginAdapter.write(
					this.responses.refused(ServerLoginAdapter.userAgentRequest(exchange),
							this.validator.failed(registrationId, exchange.getAttribute(LoginRefusal.CAUSE))),
					exchange));
	}

	/**
	 * Spring Security's entry points redirect scripts to the login, too, which they
	 * cannot follow.
	 */
	private Mono<Void> refuseRedirect(ServerWebExchange exchange) {
		String location = exchange.getResponse().getHeaders().getFirst(HttpHeaders.LOCATION);
		UserAgentRequest userAgent = ServerLoginAdapter.userAgentRequest(exchange);
		if (location == null || exchange.getResponse().isCommitted() || userAgent.wantsPage()) {
			return Mono.empty();
		}
		String login = this.responses.firstRegistration();
		Mono<Boolean> leadsToLogin = location.equals(userAgent.contextPath() + "/login")
				? this.generatedPage.apply(exchange) : Mono.just(location.equals(userAgent.loginUrl(login)));
		return leadsToLogin.filter(Boolean::booleanValue)
			.flatMap((leads) -> ServerLoginAdapter.write(this.responses.loginRequired(userAgent, login), exchange));
	}

	/**
	 * Write a response if the provider is not available.
	 */
	private Mono<Void> respond(ServerWebExchange exchange, @Nullable String registrationId, Throwable failure) {
		LoginUnavailableException outage = LoginUnavailableException.in(failure);
		return (outage != null && !exchange.getResponse().isCommitted()) ? ServerLoginAdapter.write(
				this.responses.unavailable(ServerLoginAdapter.userAgentRequest(exchange), registrationId, outage),
				exchange) : Mono.error(failure);
	}

	private Mono<Authentication> user(ServerWebExchange exchange) {
		return this.contexts.load(exchange).mapNotNull(SecurityContext::getAuthentication);
	}

	/**
	 * Respond to a failure of the application's own code at once: the framework would log
	 * the URL with the code.
	 */
	private Mono<Void> failed(ServerWebExchange exchange, String registrationId, Throwable failure) {
		if (failure instanceof ErrorResponse response && response.getStatusCode().is4xxClientError()) {
			return Mono.error(failure);
		}
		logger.error(
				EventLog.explained(PlatformError.OTHER,
						"The application has failed with a login at registration '%s'".formatted(registrationId)),
				failure);
		Mono<Void> written = Mono.defer(() -> exchange.getResponse().isCommitted() ? Mono.empty() : ServerLoginAdapter
			.write(this.responses.failed(ServerLoginAdapter.userAgentRequest(exchange), registrationId), exchange));
		// The first attempt may save the session, which fails
		return written.onErrorResume((notSaved) -> written);
	}

}
