package io.videoplatform.login.reactive;

import io.videoplatform.login.AuthorizationResponses;
import io.videoplatform.login.LoginRegistrations;
import io.videoplatform.login.LoginUnavailableException;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.security.oauth2.client.web.server.WebSessionOAuth2ServerAuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Stands before Spring Security's filters: checks where an authorization response comes
 * from before anything is done with it, answers logins that an outage keeps from going
 * on, and tells why Spring Security refused one.
 */
public final class LoginWebFilter implements WebFilter, Ordered {

	private static final String NOT_OURS = "";

	private final LoginRegistrations registrations;

	private final AuthorizationResponses responses;

	private final ServerLoginAnswers answers;

	private final int order;

	private final WebSessionOAuth2ServerAuthorizationRequestRepository requests = new WebSessionOAuth2ServerAuthorizationRequestRepository();

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param responses checks authorization responses
	 * @param answers writes the answers
	 * @param order the order among the application's filters, before Spring Security's
	 */
	public LoginWebFilter(LoginRegistrations registrations, AuthorizationResponses responses,
			ServerLoginAnswers answers, int order) {
		this.registrations = registrations;
		this.responses = responses;
		this.answers = answers;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		if (!AuthorizationResponses.isResponse(exchange.getRequest().getQueryParams())) {
			return answeringOutages(exchange, exchange.getRequest().getPath().value(), chain.filter(exchange));
		}
		return begunWith(exchange).defaultIfEmpty(NOT_OURS)
			.flatMap((handle) -> handle.equals(NOT_OURS)
					? answeringOutages(exchange, beginning(exchange), chain.filter(exchange))
					: answeringOutages(exchange,
							ServerLoginAnswers.loginUrl(exchange, LoginRegistrations.withoutHandle(handle)),
							finish(exchange, chain, handle)));
	}

	/**
	 * Return where a login at another registration begins, which the path of its response
	 * ends with by default.
	 */
	private static String beginning(ServerWebExchange exchange) {
		String path = exchange.getRequest().getPath().value();
		return ServerLoginAnswers.loginUrl(exchange, path.substring(path.lastIndexOf('/') + 1));
	}

	/**
	 * Return what a login began with: by its state, or by the session if a resolver of
	 * the application's own made the state.
	 */
	private Mono<String> begunWith(ServerWebExchange exchange) {
		return Mono.justOrEmpty(this.responses.handle(exchange.getRequest().getQueryParams()))
			.switchIfEmpty(Mono.defer(() -> this.requests.loadAuthorizationRequest(exchange))
				.mapNotNull((request) -> request.<String>getAttribute(OAuth2ParameterNames.REGISTRATION_ID))
				.filter(this.registrations::isOurs));
	}

	private Mono<Void> finish(ServerWebExchange exchange, WebFilterChain chain, String handle) {
		return this.responses.check(handle, exchange.getRequest().getQueryParams())
			.map((refusal) -> this.answers.refused(exchange, refusal))
			.defaultIfEmpty(Mono.defer(() -> judgedBySpring(exchange, chain, handle)))
			.flatMap((answer) -> answer);
	}

	private Mono<Void> judgedBySpring(ServerWebExchange exchange, WebFilterChain chain, String handle) {
		return this.requests.loadAuthorizationRequest(exchange).hasElement().flatMap((known) -> {
			exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> tell(exchange, handle, known)));
			return chain.filter(exchange);
		});
	}

	private void tell(ServerWebExchange exchange, String handle, boolean known) {
		MultiValueMap<String, String> parameters = exchange.getRequest().getQueryParams();
		if (isRefusal(exchange.getResponse()) && !(known && parameters.containsKey(OAuth2ParameterNames.ERROR))
				&& !ToldRefusal.isAt(exchange)) {
			this.responses.refusedBySpring(handle,
					known ? "Spring Security did not accept the nonce of its ID token, or the application not the user"
							: AuthorizationResponses.UNKNOWN_STATE);
		}
	}

	private static boolean isRefusal(ServerHttpResponse response) {
		String location = response.getHeaders().getFirst(HttpHeaders.LOCATION);
		return AuthorizationResponses.leadsToError(location)
				|| (response.getStatusCode() != null && response.getStatusCode().is4xxClientError());
	}

	private Mono<Void> answeringOutages(ServerWebExchange exchange, String loginUrl, Mono<Void> handled) {
		return handled.onErrorResume((failure) -> {
			LoginUnavailableException outage = LoginUnavailableException.in(failure);
			return (outage != null && !exchange.getResponse().isCommitted())
					? this.answers.unavailable(exchange, loginUrl, outage) : Mono.error(failure);
		});
	}

}
