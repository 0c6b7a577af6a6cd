package io.videoplatform.internal.login.reactive;

import java.net.URI;

import io.videoplatform.internal.login.CompletedLogin;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.UserAgentRequest;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
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

	private final LoginInitiator initiator;

	private final LoginResponseFactory responses;

	private final int order;

	private final ServerRequestCache pages = new WebSessionServerRequestCache();

	/**
	 * Create a new instance.
	 */
	public LoginRequiredWebFilter(LoginInitiator initiator, LoginResponseFactory responses, int order) {
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
		return chain.filter(exchange).onErrorResume((failure) -> requireLogin(exchange, failure));
	}

	private Mono<Void> requireLogin(ServerWebExchange exchange, Throwable failure) {
		String registrationId = this.initiator.requiredRegistration(failure);
		if (registrationId == null) {
			return Mono.error(failure);
		}
		if (exchange.getResponse().isCommitted()) {
			// Another exception: at this one Spring Security's filters would begin a
			// login
			return Mono
				.error(() -> new IllegalStateException("The response was sent in part when its login ended", failure));
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
