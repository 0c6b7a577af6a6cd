package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;

import io.videoplatform.internal.login.LoginRegistrationRepository;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Leads a user whose login has ended to a new one when a controller fails asynchronously:
 * Spring Security's filter does not see the exception then. It is given the exception, so
 * that the chain's request cache decides whether the request is repeated after the login.
 * A controller advice of the application comes first.
 */
public final class LoginRequiredExceptionResolver implements HandlerExceptionResolver, Ordered {

	private final LoginRegistrationRepository registrations;

	private final Function<HttpServletRequest, Optional<Filter>> redirects;

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param redirects returns the filter that begins logins in the chain of a request
	 */
	public LoginRequiredExceptionResolver(LoginRegistrationRepository registrations,
			Function<HttpServletRequest, Optional<Filter>> redirects) {
		this.registrations = registrations;
		this.redirects = redirects;
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public @Nullable ModelAndView resolveException(HttpServletRequest request, HttpServletResponse response,
			@Nullable Object handler, Exception ex) {
		ClientAuthorizationRequiredException required = AuthorizationRequestFailureHandler.required(ex);
		if (required == null || response.isCommitted() || request.getDispatcherType() != DispatcherType.ASYNC
				|| this.registrations.client(required.getClientRegistrationId()) == null) {
			return null;
		}
		return this.redirects.apply(request)
			.map((redirect) -> begin(request, response, redirect, required))
			.orElse(null);
	}

	private static ModelAndView begin(HttpServletRequest request, HttpServletResponse response, Filter redirect,
			ClientAuthorizationRequiredException required) {
		try {
			redirect.doFilter(new FirstDispatch(request), response, (same, as) -> {
				throw required;
			});
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
