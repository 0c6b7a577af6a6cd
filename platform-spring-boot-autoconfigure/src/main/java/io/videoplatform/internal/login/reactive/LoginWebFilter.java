package io.videoplatform.internal.login.reactive;

import java.util.Optional;
import java.util.function.Function;

import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.LoginFailurePage;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginUnavailableException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.client.web.server.ServerAuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.web.server.context.WebSessionServerSecurityContextRepository;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Stands before Spring Security's filters: checks authorization responses before anything
 * is done with them, and shows people and scripts why a login does not go on.
 */
public final class LoginWebFilter implements WebFilter, Ordered {

	private final LoginRegistrationRepository registrations;

	private final AuthorizationResponseValidator responses;

	private final ServerAuthorizationRequestRepository<OAuth2AuthorizationRequest> requests;

	private final ServerLoginAnswers answers;

	private final Function<ServerWebExchange, Mono<Boolean>> generatedPage;

	private final int order;

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param responses checks authorization responses
	 * @param requests holds the authorization requests
	 * @param answers writes the answers
	 * @param generatedPage whether the login page for an exchange is Spring Security's
	 * own
	 * @param order the order among the application's filters, before Spring Security's
	 */
	public LoginWebFilter(LoginRegistrationRepository registrations, AuthorizationResponseValidator responses,
			ServerAuthorizationRequestRepository<OAuth2AuthorizationRequest> requests, ServerLoginAnswers answers,
			Function<ServerWebExchange, Mono<Boolean>> generatedPage, int order) {
		this.registrations = registrations;
		this.responses = responses;
		this.requests = requests;
		this.answers = answers;
		this.generatedPage = generatedPage;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	/**
	 * Return a request as Spring Security reads it: it takes no response from a form.
	 */
	static CallbackRequest callback(ServerWebExchange exchange) {
		ServerHttpRequest request = exchange.getRequest();
		return new CallbackRequest(contextPath(exchange), request.getURI().getRawPath(), isForm(request),
				request.getQueryParams());
	}

	private static boolean isForm(ServerHttpRequest request) {
		if (request.getMethod() != HttpMethod.POST) {
			return false;
		}
		try {
			MediaType type = request.getHeaders().getContentType();
			return type != null && (type.isCompatibleWith(MediaType.APPLICATION_FORM_URLENCODED)
					|| type.isCompatibleWith(MediaType.MULTIPART_FORM_DATA));
		}
		catch (InvalidMediaTypeException ex) {
			// Nor does the framework read a form of such a type
			return false;
		}
	}

	private static String contextPath(ServerWebExchange exchange) {
		return exchange.getRequest().getPath().contextPath().value();
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		CallbackRequest callback = callback(exchange);
		boolean redirectUri = this.responses.registrationAt(callback.contextPath(), callback.path()) != null;
		return (redirectUri && callback.form())
				? withForm(exchange, callback).flatMap((read) -> filter(exchange, chain, read, read.isResponse()))
				: filter(exchange, chain, callback, redirectUri || callback.isResponse());
	}

	/**
	 * A form that cannot be read holds no response.
	 */
	private static Mono<CallbackRequest> withForm(ServerWebExchange exchange, CallbackRequest callback) {
		return exchange.getFormData().onErrorResume(Exception.class, (ex) -> Mono.empty()).map((form) -> {
			MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>(callback.parameters());
			form.forEach(parameters::addAll);
			return new CallbackRequest(callback.contextPath(), callback.path(), true, parameters);
		}).defaultIfEmpty(callback);
	}

	private Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain, CallbackRequest callback,
			boolean response) {
		if (!response) {
			return answeringOutages(exchange, chain.filter(exchange).then(Mono.defer(() -> answerScript(exchange))),
					beginning(exchange));
		}
		return this.requests.loadAuthorizationRequest(exchange)
			.map(Optional::of)
			.defaultIfEmpty(Optional.empty())
			.flatMap((began) -> handle(exchange, chain, callback, began.orElse(null)));
	}

	private Mono<Void> handle(ServerWebExchange exchange, WebFilterChain chain, CallbackRequest callback,
			@Nullable OAuth2AuthorizationRequest began) {
		String registrationId = this.responses.registrationId(callback, began);
		if (registrationId == null) {
			return answeringOutages(exchange, chain.filter(exchange), beginning(exchange));
		}
		Mono<Void> handled = this.responses.check(callback, began)
			.map((refusal) -> this.answers.refused(exchange, refusal))
			.defaultIfEmpty(Mono.defer(() -> judgedBySpring(exchange, chain, callback, registrationId, began != null)))
			.flatMap(Function.identity());
		return answeringOutages(exchange, handled, ServerLoginAnswers.loginUrl(exchange, registrationId));
	}

	private Mono<Void> judgedBySpring(ServerWebExchange exchange, WebFilterChain chain, CallbackRequest callback,
			String registrationId, boolean known) {
		Function<@Nullable String, LoginRefusal> failed = (message) -> this.responses.failed(registrationId, callback,
				known, ReactiveLoginStrategyFactory.refused(exchange), message);
		return securityContext(exchange)
			.flatMap((before) -> chain.filter(exchange)
				.then(securityContext(exchange))
				.flatMap((after) -> show(exchange, after.isPresent() && after.get() != before.orElse(null), failed)))
			.onErrorResume(AuthenticationException.class, (ex) -> exchange.getResponse().isCommitted() ? Mono.error(ex)
					: this.answers.refused(exchange, failed.apply(ex.getMessage())));
	}

	/**
	 * Return what Spring Security replaces in the session when a login succeeds.
	 */
	private static Mono<Optional<Object>> securityContext(ServerWebExchange exchange) {
		return exchange.getSession()
			.map((session) -> Optional.ofNullable(session
				.getAttribute(WebSessionServerSecurityContextRepository.DEFAULT_SPRING_SECURITY_CONTEXT_ATTR_NAME)));
	}

	private Mono<Void> show(ServerWebExchange exchange, boolean loggedIn,
			Function<@Nullable String, LoginRefusal> failed) {
		ServerHttpResponse response = exchange.getResponse();
		String location = response.getHeaders().getFirst(HttpHeaders.LOCATION);
		boolean refused = response.getStatusCode() != null && response.getStatusCode().is4xxClientError();
		boolean generatedError = LoginFailurePage.isGeneratedError(location, contextPath(exchange));
		// Another request of the session may have logged in meanwhile
		boolean loggedInHere = loggedIn && !generatedError && ReactiveLoginStrategyFactory.refused(exchange) == null;
		if (!refused && (loggedInHere || !LoginFailurePage.leadsToError(location))) {
			return Mono.empty();
		}
		LoginRefusal refusal = failed.apply(null);
		if (response.isCommitted() || !generatedError) {
			return Mono.empty();
		}
		return this.generatedPage.apply(exchange)
			.filter(Boolean::booleanValue)
			.flatMap((generated) -> this.answers.refused(exchange, refusal));
	}

	/**
	 * Spring Security's entry points redirect scripts to the login, too, which they
	 * cannot follow.
	 */
	private Mono<Void> answerScript(ServerWebExchange exchange) {
		String location = exchange.getResponse().getHeaders().getFirst(HttpHeaders.LOCATION);
		if (location == null || exchange.getResponse().isCommitted() || ServerLoginAnswers.wantsPage(exchange)) {
			return Mono.empty();
		}
		String login = this.registrations.clients().iterator().next().registrationId();
		if (location.equals(ServerLoginAnswers.loginUrl(exchange, login))) {
			return this.answers.loginRequired(exchange, login);
		}
		return location.equals(contextPath(exchange) + "/login") ? this.generatedPage.apply(exchange)
			.filter(Boolean::booleanValue)
			.flatMap((generated) -> this.answers.loginRequired(exchange, login)) : Mono.empty();
	}

	/**
	 * Return where a login at another registration begins, which the path of its response
	 * ends with by default.
	 */
	private static String beginning(ServerWebExchange exchange) {
		String path = exchange.getRequest().getPath().value();
		return ServerLoginAnswers.loginUrl(exchange, path.substring(path.lastIndexOf('/') + 1));
	}

	private Mono<Void> answeringOutages(ServerWebExchange exchange, Mono<Void> handled, String loginUrl) {
		return handled.onErrorResume((failure) -> {
			LoginUnavailableException outage = LoginUnavailableException.in(failure);
			return (outage != null && !exchange.getResponse().isCommitted())
					? this.answers.unavailable(exchange, loginUrl, outage) : Mono.error(failure);
		});
	}

}
