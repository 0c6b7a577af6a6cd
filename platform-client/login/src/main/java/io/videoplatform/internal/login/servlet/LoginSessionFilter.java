package io.videoplatform.internal.login.servlet;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Ends a login with the session of Spring Session that holds it, or when the session
 * holds it no longer, and lets the provider end a session whose identifier has changed.
 * Of its own sessions a container reports all that by itself.
 */
public final class LoginSessionFilter extends OncePerRequestFilter implements Ordered {

	private final LogoutListener logouts;

	private final int order;

	/**
	 * Create a new instance.
	 * @param logouts ends logins
	 * @param order the order among the application's filters, behind Spring Session's and
	 * before all that use sessions
	 */
	public LoginSessionFilter(LogoutListener logouts, int order) {
		this.logouts = logouts;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		chain.doFilter(new LoginRequest(request), response);
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
	 * A request whose session is one that ends its logins.
	 */
	private final class LoginRequest extends HttpServletRequestWrapper {

		private volatile @Nullable LoginHttpSession session;

		LoginRequest(HttpServletRequest request) {
			super(request);
		}

		@Override
		public HttpSession getSession() {
			return getSession(true);
		}

		@Override
		@SuppressWarnings("NullAway")
		public HttpSession getSession(boolean create) {
			HttpSession current = super.getSession(create);
			return (current != null) ? session(current) : null;
		}

		private LoginHttpSession session(HttpSession current) {
			LoginHttpSession known = this.session;
			if (known == null || !known.isOf(current)) {
				known = new LoginHttpSession(current, LoginSessionFilter.this.logouts);
				this.session = known;
			}
			return known;
		}

	}

}
