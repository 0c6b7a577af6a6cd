package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResponseFactory;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.web.savedrequest.HttpSessionRequestCache;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Leads a user whose login has ended to a new one when a controller that returns a
 * {@code Mono} fails: Spring Security's filter does not see what fails asynchronously.
 */
public final class LoginRequiredExceptionResolver implements HandlerExceptionResolver, Ordered {

	private final LoginRegistrationRepository registrations;

	private final LoginInitiator initiator;

	private final LoginResponseFactory responses;

	private final HttpSessionRequestCache pages = new HttpSessionRequestCache();

	/**
	 * Create a new instance.
	 */
	public LoginRequiredExceptionResolver(LoginRegistrationRepository registrations, LoginInitiator initiator,
			LoginResponseFactory responses) {
		this.registrations = registrations;
		this.initiator = initiator;
		this.responses = responses;
		this.pages.setRequestMatcher(PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.GET, "/**"));
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
		try {
			require(request, response, required.getClientRegistrationId());
		}
		catch (IOException failure) {
			throw new UncheckedIOException(failure);
		}
		return new ModelAndView();
	}

	private void require(HttpServletRequest request, HttpServletResponse response, String registrationId)
			throws IOException {
		if (ServletLoginAdapter.leadsToLogin(this.initiator, request, registrationId)) {
			this.pages.saveRequest(request, response);
			response.sendRedirect(ServletLoginAdapter.userAgentRequest(request).loginUrl(registrationId));
		}
		else {
			ServletLoginAdapter.write(
					this.responses.loginRequired(ServletLoginAdapter.userAgentRequest(request), registrationId),
					request, response);
		}
	}

}
