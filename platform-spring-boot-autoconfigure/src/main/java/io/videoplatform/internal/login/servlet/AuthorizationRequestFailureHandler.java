package io.videoplatform.internal.login.servlet;

import java.io.IOException;

import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginUnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;

/**
 * Answers a login that cannot begin. Spring Security would send an error, whose dispatch
 * its own entry point answers by beginning a login again.
 */
public final class AuthorizationRequestFailureHandler implements AuthenticationFailureHandler {

	private static final Log logger = LogFactory.getLog(AuthorizationRequestFailureHandler.class);

	private final LoginRegistrationRepository registrations;

	private final LoginAnswers answers;

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param answers writes the answers
	 */
	public AuthorizationRequestFailureHandler(LoginRegistrationRepository registrations, LoginAnswers answers) {
		this.registrations = registrations;
		this.answers = answers;
	}

	@Override
	public void onAuthenticationFailure(HttpServletRequest request, HttpServletResponse response,
			AuthenticationException exception) throws IOException {
		LoginUnavailableException outage = outage(request, exception);
		ClientAuthorizationRequiredException required = Causes.find(exception,
				ClientAuthorizationRequiredException.class);
		if (outage != null) {
			this.answers.unavailable(request, response, registrationId(request, required), outage);
		}
		else if (required != null && this.registrations.client(required.getClientRegistrationId()) != null) {
			this.answers.loginRequired(request, response, required.getClientRegistrationId());
		}
		else if (Causes.find(exception, UnknownRegistrationException.class) != null) {
			this.answers.unknownRegistration(request, response);
		}
		else {
			logger.error("A login could not begin", exception);
			response.sendError(HttpStatus.INTERNAL_SERVER_ERROR.value());
		}
	}

	/**
	 * Spring Security passes on why a login was asked for, not why it could not begin, if
	 * it begins one by itself.
	 */
	private static @Nullable LoginUnavailableException outage(HttpServletRequest request,
			AuthenticationException exception) {
		return (request
			.getAttribute(PlatformAuthorizationRequestResolver.OUTAGE) instanceof LoginUnavailableException outage)
					? outage : LoginUnavailableException.in(exception);
	}

	private static String registrationId(HttpServletRequest request,
			@Nullable ClientAuthorizationRequiredException required) {
		String path = request.getRequestURI();
		return (required != null) ? required.getClientRegistrationId() : path.substring(path.lastIndexOf('/') + 1);
	}

}
