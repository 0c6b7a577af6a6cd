package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import io.videoplatform.internal.http.servlet.ServletResponseWriter;
import io.videoplatform.internal.login.logout.BackChannelLogoutEndpoint;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionRegistry;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.UriUtils;

/**
 * Takes requests of back-channel logout for the platform's registrations in front of
 * Spring Security's filters.
 */
public final class BackChannelLogoutFilter extends OncePerRequestFilter implements Ordered {

	private final PathPatternRequestMatcher requests = PathPatternRequestMatcher.withDefaults()
		.matcher(HttpMethod.POST, BackChannelLogoutEndpoint.PATH);

	private final BackChannelLogoutEndpoint logout;

	private final OidcSessionRegistry registry;

	private final int order;

	/**
	 * Create a new instance.
	 * @param registry holds the sessions for Spring Security, and may be the
	 * application's own
	 * @param order the order among the application's filters, before Spring Security's
	 */
	public BackChannelLogoutFilter(BackChannelLogoutEndpoint logout, OidcSessionRegistry registry, int order) {
		this.logout = logout;
		this.registry = registry;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		String registrationId = registrationId(request);
		if (registrationId != null) {
			ServletResponseWriter.write(handle(registrationId, request), request, response);
			return;
		}
		chain.doFilter(request, response);
	}

	private @Nullable String registrationId(HttpServletRequest request) {
		String id = this.requests.matcher(request).getVariables().get("registrationId");
		return (id != null && this.logout.handles(id)) ? id : null;
	}

	private ResponseEntity<byte[]> handle(String registrationId, HttpServletRequest request) {
		try {
			return Objects.requireNonNull(
					ServletLoginAdapter.WAIT.on(this.logout.handle(registrationId, tokens(request), this::others)));
		}
		catch (LoginUnavailableException ex) {
			return this.logout.unavailable(registrationId, ex);
		}
	}

	private Flux<OidcSessionInformation> others(OidcLogoutToken token) {
		return Flux.fromIterable(this.registry.removeSessionInformation(token));
	}

	/**
	 * A logout token is in a form (OpenID Connect Back-Channel Logout 1.0, section 2.5),
	 * and not in a URL, which logs would show.
	 */
	private static List<String> tokens(HttpServletRequest request) {
		try {
			String[] values = request.getParameterValues(BackChannelLogoutEndpoint.PARAMETER);
			return (values != null && !isInQuery(request)) ? List.of(values) : List.of();
		}
		catch (IllegalStateException | IllegalArgumentException ex) {
			// How containers refuse a form that is malformed or too large
			return List.of();
		}
	}

	private static boolean isInQuery(HttpServletRequest request) {
		String query = request.getQueryString();
		return query != null
				&& UriUtils.decode(query, StandardCharsets.UTF_8).contains(BackChannelLogoutEndpoint.PARAMETER);
	}

}
