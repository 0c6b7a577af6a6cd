package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.UserAgentRequest;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.security.web.savedrequest.HttpSessionRequestCache;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Leads a user whose login has ended to a new one where Spring Security's filter does not
 * see the exception: when a controller fails asynchronously. A controller advice of the
 * application comes first.
 */
public final class LoginRequiredExceptionResolver implements HandlerExceptionResolver, Ordered {

	private final LoginRegistrationRepository registrations;

	private final LoginResponseFactory responses;

	private final RequestCache requests = new HttpSessionRequestCache();

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param responses makes the responses
	 */
	public LoginRequiredExceptionResolver(LoginRegistrationRepository registrations, LoginResponseFactory responses) {
		this.registrations = registrations;
		this.responses = responses;
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public @Nullable ModelAndView resolveException(HttpServletRequest request, HttpServletResponse response,
			@Nullable Object handler, Exception ex) {
		String required = AuthorizationRequestFailureHandler.requiredRegistration(ex);
		if (required == null || request.getDispatcherType() != DispatcherType.ASYNC
				|| this.registrations.client(required) == null) {
			return null;
		}
		try {
			requireLogin(request, response, required);
		}
		catch (IOException failure) {
			throw new UncheckedIOException(failure);
		}
		return new ModelAndView();
	}

	private void requireLogin(HttpServletRequest request, HttpServletResponse response, String registrationId)
			throws IOException {
		UserAgentRequest userAgent = ServletLoginAdapter.userAgentRequest(request);
		if (userAgent.wantsPage()) {
			this.requests.saveRequest(request, response);
			response.sendRedirect(userAgent.loginUrl(registrationId));
		}
		else {
			ServletLoginAdapter.write(this.responses.loginRequired(userAgent, registrationId), request, response);
		}
	}

}
