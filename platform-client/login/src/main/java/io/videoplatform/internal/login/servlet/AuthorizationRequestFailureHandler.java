package io.videoplatform.internal.login.servlet;

import java.io.IOException;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.LoginUnavailableException;
import io.videoplatform.internal.login.UserAgentRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;

/**
 * Responds to a request whose login cannot begin. Spring Security would send an error, on
 * whose dispatch its own entry point would begin a login again.
 */
public final class AuthorizationRequestFailureHandler implements AuthenticationFailureHandler {

	private static final Log logger = LogFactory.getLog(AuthorizationRequestFailureHandler.class);

	private final LoginRegistrationRepository registrations;

	private final LoginResponseFactory responses;

	/**
	 * Create a new instance.
	 */
	public AuthorizationRequestFailureHandler(LoginRegistrationRepository registrations,
			LoginResponseFactory responses) {
		this.registrations = registrations;
		this.responses = responses;
	}

	@Override
	public void onAuthenticationFailure(HttpServletRequest request, HttpServletResponse response,
			AuthenticationException exception) throws IOException {
		ResponseEntity<byte[]> entity = response(request, exception);
		if (entity != null) {
			ServletLoginAdapter.write(entity, request, response);
			return;
		}
		logger.error(EventLog.explained(PlatformError.OTHER, "A login could not begin"), exception);
		response.sendError(HttpStatus.INTERNAL_SERVER_ERROR.value());
	}

	private @Nullable ResponseEntity<byte[]> response(HttpServletRequest request, AuthenticationException exception) {
		UserAgentRequest userAgent = ServletLoginAdapter.userAgentRequest(request);
		LoginUnavailableException outage = outage(request, exception);
		String required = requiredRegistration(exception);
		if (outage != null) {
			return this.responses.unavailable(userAgent, required, outage);
		}
		if (required != null && this.registrations.client(required) != null) {
			return this.responses.loginRequired(userAgent, required);
		}
		boolean unknown = CauseChain.of(exception)
			.anyMatch(PlatformAuthorizationRequestResolver.UnknownRegistrationException.class::isInstance);
		return unknown ? this.responses.unknownRegistration(userAgent) : null;
	}

	/**
	 * Spring Security passes on why a login was required, not why it could not begin, if
	 * it begins one by itself.
	 */
	private static @Nullable LoginUnavailableException outage(HttpServletRequest request,
			AuthenticationException exception) {
		return (request
			.getAttribute(PlatformAuthorizationRequestResolver.OUTAGE) instanceof LoginUnavailableException outage)
					? outage : LoginUnavailableException.in(exception);
	}

	private static @Nullable String requiredRegistration(Throwable failure) {
		ClientAuthorizationRequiredException required = required(failure);
		return (required != null) ? required.getClientRegistrationId() : null;
	}

	/**
	 * Return the first failure that says that a login is required.
	 */
	static @Nullable ClientAuthorizationRequiredException required(Throwable failure) {
		return CauseChain.of(failure)
			.filter(ClientAuthorizationRequiredException.class::isInstance)
			.map(ClientAuthorizationRequiredException.class::cast)
			.findFirst()
			.orElse(null);
	}

}
