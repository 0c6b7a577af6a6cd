package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;

import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.UserAgentRequest;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.web.savedrequest.HttpSessionRequestCache;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Leads a user whose login has ended to a new one where Spring Security's filter does not
 * see the exception: when a controller fails asynchronously, or in a chain in which no
 * login begins. The filter of the request's chain, if there is one, is then given the
 * exception, so that the chain's request cache decides whether the request is repeated
 * after the login. A controller advice of the application comes first.
 */
public final class LoginRequiredExceptionResolver implements HandlerExceptionResolver, Ordered {

	private final LoginRegistrationRepository registrations;

	private final LoginResponseFactory responses;

	private final Function<HttpServletRequest, Optional<Filter>> redirects;

	private final HttpSessionRequestCache pages = new HttpSessionRequestCache();

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param responses makes the responses
	 * @param redirects returns the filter that begins logins in the chain of a request
	 */
	public LoginRequiredExceptionResolver(LoginRegistrationRepository registrations, LoginResponseFactory responses,
			Function<HttpServletRequest, Optional<Filter>> redirects) {
		this.registrations = registrations;
		this.responses = responses;
		this.redirects = redirects;
		this.pages.setRequestMatcher((request) -> HttpMethod.GET.matches(request.getMethod()));
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public @Nullable ModelAndView resolveException(HttpServletRequest request, HttpServletResponse response,
			@Nullable Object handler, Exception ex) {
		ClientAuthorizationRequiredException required = AuthorizationRequestFailureHandler.required(ex);
		if (required == null || response.isCommitted()
				|| this.registrations.client(required.getClientRegistrationId()) == null) {
			return null;
		}
		Filter redirect = this.redirects.apply(request).orElse(null);
		if (!isMissed(request.getDispatcherType(), redirect)) {
			return null;
		}
		try {
			requireLogin(request, response, redirect, required);
		}
		catch (IOException failure) {
			throw new UncheckedIOException(failure);
		}
		catch (ServletException failure) {
			throw new IllegalStateException(failure);
		}
		return new ModelAndView();
	}

	/**
	 * Return whether Spring Security's filter does not see the exception.
	 */
	private static boolean isMissed(DispatcherType dispatch, @Nullable Filter redirect) {
		return dispatch == DispatcherType.ASYNC || (dispatch == DispatcherType.REQUEST && redirect == null);
	}

	private void requireLogin(HttpServletRequest request, HttpServletResponse response, @Nullable Filter redirect,
			ClientAuthorizationRequiredException required) throws IOException, ServletException {
		if (redirect != null) {
			redirect.doFilter(new FirstDispatch(request), response, (same, as) -> {
				throw required;
			});
		}
		else {
			leadToLogin(request, response, required.getClientRegistrationId());
		}
	}

	/**
	 * Lead to the login in another chain. A form is not sent again by itself after it.
	 */
	private void leadToLogin(HttpServletRequest request, HttpServletResponse response, String registrationId)
			throws IOException {
		UserAgentRequest userAgent = ServletLoginAdapter.userAgentRequest(request);
		if (ServletLoginAdapter.leadsToLogin(request, registrationId)
				&& LoginInitiator.isChangedByLogin(ServletLoginAdapter.user())) {
			this.pages.saveRequest(request, response);
			response.sendRedirect(userAgent.loginUrl(registrationId));
		}
		else {
			ServletLoginAdapter.write(this.responses.loginRequired(userAgent, registrationId), request, response);
		}
	}

	/**
	 * Spring Security's filter leaves asynchronous dispatches alone.
	 */
	private static final class FirstDispatch extends HttpServletRequestWrapper {

		FirstDispatch(HttpServletRequest request) {
			super(request);
		}

		@Override
		public DispatcherType getDispatcherType() {
			return DispatcherType.REQUEST;
		}

	}

}
