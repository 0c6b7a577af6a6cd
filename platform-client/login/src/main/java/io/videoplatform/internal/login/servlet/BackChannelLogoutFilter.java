package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import io.videoplatform.internal.http.servlet.ServletResponseWriter;
import io.videoplatform.internal.login.BackChannelLogoutEndpoint;
import io.videoplatform.internal.login.oidc.OidcProviderUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionRegistry;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.UriUtils;

/**
 * Takes requests of back-channel logout for the platform's registrations in front of
 * Spring Security's filters, and invalidates sessions that the provider has ended.
 */
public final class BackChannelLogoutFilter extends OncePerRequestFilter implements Ordered {

	private final PathPatternRequestMatcher requests = PathPatternRequestMatcher.withDefaults()
		.matcher(HttpMethod.POST, BackChannelLogoutEndpoint.PATH);

	private final BackChannelLogoutEndpoint logout;

	private final OidcSessionRegistry registry;

	private final int order;

	/**
	 * Create a new instance.
	 * @param logout handles the requests
	 * @param registry holds the sessions
	 * @param order the order among the application's filters, before all that use
	 * sessions
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
		chain.doFilter(withoutEndedSession(request), response);
	}

	@Override
	protected boolean shouldNotFilterErrorDispatch() {
		return false;
	}

	@Override
	protected boolean shouldNotFilterAsyncDispatch() {
		return false;
	}

	/**
	 * A session is looked at when it is used: to look it up may cost a request to a
	 * store, and prolongs it.
	 */
	private HttpServletRequest withoutEndedSession(HttpServletRequest request) {
		return new HttpServletRequestWrapper(request) {

			@Override
			public HttpSession getSession() {
				return getSession(true);
			}

			@Override
			@SuppressWarnings("NullAway")
			public HttpSession getSession(boolean create) {
				HttpSession session = super.getSession(false);
				if (session != null && !invalidateIfEnded(session)) {
					BackChannelLogoutFilter.this.logout.sessions()
						.renew(session.getId(), () -> LoginSessionFilter.user(session));
				}
				return super.getSession(create);
			}

		};
	}

	private boolean invalidateIfEnded(HttpSession session) {
		String id = session.getId();
		boolean ended = this.logout.sessions().isEnded(id);
		if (ended) {
			invalidate(session, id);
		}
		return ended;
	}

	private void invalidate(HttpSession session, String id) {
		try {
			session.invalidate();
			this.logout.sessions().remove(id);
		}
		catch (RuntimeException | Error ex) {
			// A listener has failed, or another request has invalidated the session
			this.logger.debug("The invalidation of a session failed", ex);
		}
	}

	private @Nullable String registrationId(HttpServletRequest request) {
		String id = this.requests.matcher(request).getVariables().get("registrationId");
		return (id != null && this.logout.handles(id)) ? id : null;
	}

	private ResponseEntity<byte[]> handle(String registrationId, HttpServletRequest request) {
		List<OidcSessionInformation> removed = new CopyOnWriteArrayList<>();
		ResponseEntity<byte[]> response = completed(registrationId, this.logout.handle(registrationId, tokens(request),
				(token) -> Flux.fromIterable(this.registry.removeSessionInformation(token)).doOnNext(removed::add)));
		removed.forEach(this::invalidateIfAtHand);
		return response;
	}

	private ResponseEntity<byte[]> completed(String registrationId, Mono<ResponseEntity<byte[]>> response) {
		try {
			return Objects.requireNonNull(ServletLoginAdapter.WAIT.on(response));
		}
		catch (OidcProviderUnavailableException ex) {
			return this.logout.unavailable(registrationId, ex);
		}
	}

	/**
	 * The session's listeners run on the request's thread, after the tokens have ended.
	 */
	private void invalidateIfAtHand(OidcSessionInformation removed) {
		if (this.registry instanceof PlatformOidcSessionRegistry known) {
			HttpSession session = known.containerSession(removed.getSessionId());
			if (session != null) {
				invalidateIfEnded(session);
			}
		}
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
