package io.videoplatform.internal.login.reactive;

import java.util.Optional;
import java.util.function.Function;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.BoundedWait;
import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.LoginUnavailableException;
import io.videoplatform.internal.login.UserAgentRequest;
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
 * Is placed before Spring Security's filters: shows people and scripts why a login does
 * not go on, and leads a user who is logged in to the application if a response belongs
 * to no login.
 */
public final class LoginWebFilter implements WebFilter, Ordered {

	private static final Log logger = LogFactory.getLog(LoginWebFilter.class);

	private final LoginRegistrationRepository registrations;

	private final LoginResolver logins;

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
	public LoginWebFilter(LoginRegistrationRepository registrations, LoginResolver logins,
			AuthorizationResponseValidator validator,
			ServerAuthorizationRequestRepository<OAuth2AuthorizationRequest> requests, LoginResponseFactory responses,
			Function<ServerWebExchange, Mono<Boolean>> generatedPage, BoundedWait wait, int order) {
		this.registrations = registrations;
		this.logins = logins;
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
			return handlingOutages(exchange, chain.filter(exchange).then(Mono.defer(() -> requireLogin(exchange))),
					null);
		}
		Mono<Void> handled = Mono
			.defer(() -> handle(exchange, chain, ServerLoginAdapter.callbackRequest(exchange), registrationId))
			// Here, or a session that is not saved would be logged with the code
			.then(Mono.defer(exchange.getResponse()::setComplete));
		return handlingOutages(exchange, this.wait.limit(handled), registrationId)
			.onErrorResume((failure) -> failed(exchange, registrationId, failure));
	}

	private Mono<Void> handle(ServerWebExchange exchange, WebFilterChain chain, CallbackRequest callback,
			String registrationId) {
		return this.requests.loadAuthorizationRequest(exchange)
			.map(Optional::of)
			.defaultIfEmpty(Optional.empty())
			.zipWhen((began) -> (began.isPresent() || !callback.isResponse())
					? Mono.just(Optional.<Authentication>empty()) : user(exchange, registrationId))
			.onErrorMap(LoginUnavailableException::ofSession)
			.flatMap((known) -> known.getT2()
				.map((user) -> this.application.onAuthenticationSuccess(new WebFilterExchange(exchange, chain), user))
				.orElseGet(() -> handle(exchange, chain, callback, registrationId, known.getT1().orElse(null))));
	}

	private Mono<Optional<Authentication>> user(ServerWebExchange exchange, String registrationId) {
		return this.contexts.load(exchange)
			.mapNotNull(SecurityContext::getAuthentication)
			.filter((user) -> registrationId.equals(this.logins.registrationOf(user)))
			.map(Optional::of)
			.defaultIfEmpty(Optional.empty());
	}

	private Mono<Void> handle(ServerWebExchange exchange, WebFilterChain chain, CallbackRequest callback,
			String registrationId, @Nullable OAuth2AuthorizationRequest began) {
		return this.validator.received(registrationId, callback, began)
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

}
