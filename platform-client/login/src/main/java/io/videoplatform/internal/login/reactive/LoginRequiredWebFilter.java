package io.videoplatform.internal.login.reactive;

import java.net.URI;

import io.videoplatform.internal.login.CompletedLogin;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.UserAgentRequest;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.web.server.savedrequest.ServerRequestCache;
import org.springframework.security.web.server.savedrequest.WebSessionServerRequestCache;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Is placed behind Spring Security's filters, and leads a user whose login has ended to a
 * new one: the filter of {@code oauth2Client}, which would, knows neither scripts nor a
 * provider that does not respond.
 */
public final class LoginRequiredWebFilter implements WebFilter, Ordered {

	private final LoginRegistrationRepository registrations;

	private final LoginInitiator initiator;

	private final LoginResponseFactory responses;

	private final int order;

	private final ServerRequestCache pages = new WebSessionServerRequestCache();

	/**
	 * Create a new instance.
	 */
	public LoginRequiredWebFilter(LoginRegistrationRepository registrations, LoginInitiator initiator,
			LoginResponseFactory responses, int order) {
		this.registrations = registrations;
		this.initiator = initiator;
		this.responses = responses;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return chain.filter(exchange)
			.onErrorResume(ClientAuthorizationRequiredException.class, (ex) -> requireLogin(exchange, ex));
	}

	private Mono<Void> requireLogin(ServerWebExchange exchange, ClientAuthorizationRequiredException ex) {
		String registrationId = ex.getClientRegistrationId();
		if (this.registrations.client(registrationId) == null) {
			return Mono.error(ex);
		}
		if (exchange.getResponse().isCommitted()) {
			// Another exception: at this one Spring Security's filters would begin a
			// login
			return Mono
				.error(() -> new IllegalStateException("The response was sent in part when its login ended", ex));
		}
		UserAgentRequest userAgent = ServerLoginAdapter.userAgentRequest(exchange);
		return leadsToLogin(exchange, userAgent, registrationId).flatMap((leads) -> leads
				? this.pages.saveRequest(exchange)
					.then(ServerLoginAdapter.redirect(exchange, URI.create(userAgent.loginUrl(registrationId))))
				: ServerLoginAdapter.write(this.responses.loginRequired(userAgent, registrationId), exchange));
	}

	private Mono<Boolean> leadsToLogin(ServerWebExchange exchange, UserAgentRequest userAgent, String registrationId) {
		return Mono.zip(exchange.getSession(),
				ReactiveSecurityContextHolder.getContext().defaultIfEmpty(new SecurityContextImpl()),
				(session, context) -> this.initiator.leadsToLogin(userAgent, registrationId,
						session.getAttribute(CompletedLogin.attribute(registrationId)), context.getAuthentication()));
	}

}
