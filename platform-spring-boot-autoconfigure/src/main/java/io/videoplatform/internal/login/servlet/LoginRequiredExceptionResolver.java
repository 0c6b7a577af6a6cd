package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.videoplatform.internal.login.LoginRegistrationRepository;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
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

	private final LoginAnswers answers;

	private final RequestCache requests = new HttpSessionRequestCache();

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param answers writes the answers
	 */
	public LoginRequiredExceptionResolver(LoginRegistrationRepository registrations, LoginAnswers answers) {
		this.registrations = registrations;
		this.answers = answers;
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public @Nullable ModelAndView resolveException(HttpServletRequest request, HttpServletResponse response,
			@Nullable Object handler, Exception ex) {
		ClientAuthorizationRequiredException required = Causes.find(ex, ClientAuthorizationRequiredException.class);
		if (required == null || request.getDispatcherType() != DispatcherType.ASYNC
				|| this.registrations.client(required.getClientRegistrationId()) == null) {
			return null;
		}
		try {
			answer(request, response, required.getClientRegistrationId());
		}
		catch (IOException failure) {
			throw new UncheckedIOException(failure);
		}
		return new ModelAndView();
	}

	private void answer(HttpServletRequest request, HttpServletResponse response, String registrationId)
			throws IOException {
		if (LoginAnswers.wantsPage(request)) {
			this.requests.saveRequest(request, response);
			response.sendRedirect(LoginAnswers.loginUrl(request, registrationId));
		}
		else {
			this.answers.loginRequired(request, response, registrationId);
		}
	}

}
