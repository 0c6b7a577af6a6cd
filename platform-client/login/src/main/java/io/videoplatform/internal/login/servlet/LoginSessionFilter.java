package io.videoplatform.internal.login.servlet;

import java.io.IOException;

import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginSessionRegistry;
import io.videoplatform.internal.login.LoginUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.util.OnCommittedResponseWrapper;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Ends a login with the session of Spring Session that holds it, or when the session
 * holds it no longer, and lets the provider end a session whose identifier has changed.
 * Of its own sessions a container reports all that by itself.
 */
public final class LoginSessionFilter extends OncePerRequestFilter implements Ordered {

	private final LogoutListener logouts;

	private final @Nullable LoginSessionRegistry sessions;

	private final int order;

	/**
	 * Create a new instance.
	 * @param logouts ends logins
	 * @param sessions the sessions that the provider may end, if it may
	 * @param order the order among the application's filters, behind Spring Session's and
	 * before all that use sessions
	 */
	public LoginSessionFilter(LogoutListener logouts, @Nullable LoginSessionRegistry sessions, int order) {
		this.logouts = logouts;
		this.sessions = sessions;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		LoginRequest login = new LoginRequest(request);
		LoginSessionRegistry sessions = this.sessions;
		if (sessions == null) {
			chain.doFilter(login, response);
			return;
		}
		SavingResponse saving = new SavingResponse(response, () -> login.leaveDeletedSession(sessions));
		try {
			chain.doFilter(login, saving);
		}
		finally {
			saving.onResponseCommitted();
		}
	}

	@Override
	protected boolean shouldNotFilterErrorDispatch() {
		return false;
	}

	@Override
	protected boolean shouldNotFilterAsyncDispatch() {
		return false;
	}

	private void changeId(LoginSessionRegistry sessions, HttpSession session, String before) {
		try {
			ServletLoginAdapter.WAIT.on(sessions.changeId(before, session.getId(), user(session))
				.onErrorMap(LoginUnavailableException::notStored));
		}
		catch (RuntimeException ex) {
			// The provider could not end it
			OidcSessionInformation refused = sessions.remove(session.getId());
			if (refused != null) {
				sessions.refuse(refused);
			}
			invalidate(session);
			throw ex;
		}
	}

	/**
	 * Return the user who is logged in, if there is one.
	 */
	static @Nullable OidcUser user(HttpSession session) {
		return LoginResolver
			.user(session.getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY));
	}

	private void invalidate(HttpSession session) {
		try {
			session.invalidate();
		}
		catch (RuntimeException ex) {
			// Its store has failed, or another request has invalidated the session
			this.logger.debug("The invalidation of a session failed", ex);
		}
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
				known = new LoginHttpSession(current, LoginSessionFilter.this.logouts,
						LoginSessionFilter.this.sessions);
				this.session = known;
			}
			return known;
		}

		/**
		 * Leave a session that is deleted because the provider has ended it: it cannot be
		 * saved, and the response would be an error.
		 */
		void leaveDeletedSession(LoginSessionRegistry sessions) {
			LoginHttpSession used = this.session;
			if (used != null && sessions.isDeleted(used.getId())) {
				used.leave();
			}
		}

		@Override
		public String changeSessionId() {
			HttpSession current = getSession(false);
			String before = (current != null) ? current.getId() : null;
			String id = super.changeSessionId();
			LoginSessionRegistry sessions = LoginSessionFilter.this.sessions;
			if (sessions != null && current != null && before != null) {
				changeId(sessions, current, before);
			}
			return id;
		}

	}

	/**
	 * A response that tells when it is committed, before Spring Session saves the
	 * session.
	 */
	private static final class SavingResponse extends OnCommittedResponseWrapper {

		private final Runnable beforeSave;

		SavingResponse(HttpServletResponse response, Runnable beforeSave) {
			super(response);
			this.beforeSave = beforeSave;
		}

		@Override
		protected void onResponseCommitted() {
			disableOnResponseCommitted();
			this.beforeSave.run();
		}

	}

}
