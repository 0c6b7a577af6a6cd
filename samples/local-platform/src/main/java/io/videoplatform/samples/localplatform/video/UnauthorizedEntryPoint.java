package io.videoplatform.samples.localplatform.video;

import java.io.IOException;
import java.net.URI;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenError;
import org.springframework.security.web.AuthenticationEntryPoint;

/**
 * Response to a request without a valid access token: the challenge of RFC 6750, section
 * 3, and a problem detail (RFC 9457).
 */
class UnauthorizedEntryPoint implements AuthenticationEntryPoint {

	private static final String CHALLENGE = "Bearer realm=\"platform\"";

	private final JsonMapper jsonMapper;

	UnauthorizedEntryPoint(JsonMapper jsonMapper) {
		this.jsonMapper = jsonMapper;
	}

	@Override
	public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException exception)
			throws IOException {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(status(exception), exception.getMessage());
		problem.setInstance(URI.create(request.getRequestURI()));
		response.setStatus(problem.getStatus());
		response.setHeader(HttpHeaders.WWW_AUTHENTICATE, challenge(exception));
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		this.jsonMapper.writeValue(response.getOutputStream(), problem);
	}

	private static HttpStatus status(AuthenticationException exception) {
		return (exception instanceof OAuth2AuthenticationException oauth2
				&& oauth2.getError() instanceof BearerTokenError error) ? error.getHttpStatus()
						: HttpStatus.UNAUTHORIZED;
	}

	private static String challenge(AuthenticationException exception) {
		return (exception instanceof OAuth2AuthenticationException oauth2)
				? "%s, error=\"%s\"".formatted(CHALLENGE, oauth2.getError().getErrorCode()) : CHALLENGE;
	}

}
