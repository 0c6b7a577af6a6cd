package io.videoplatform.samples.localplatform.video;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.web.AuthenticationEntryPoint;

/**
 * Answer to a request without a valid access token: the challenge of RFC 6750, section 3,
 * and a problem detail (RFC 9457).
 */
class UnauthorizedEntryPoint implements AuthenticationEntryPoint {

	private final AuthenticationEntryPoint challenge = new BearerTokenAuthenticationEntryPoint();

	private final JsonMapper jsonMapper;

	UnauthorizedEntryPoint(JsonMapper jsonMapper) {
		this.jsonMapper = jsonMapper;
	}

	@Override
	public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException exception)
			throws IOException {
		challenge(request, response, exception);
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.valueOf(response.getStatus()),
				exception.getMessage());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		this.jsonMapper.writeValue(response.getOutputStream(), problem);
	}

	private void challenge(HttpServletRequest request, HttpServletResponse response, AuthenticationException exception)
			throws IOException {
		try {
			this.challenge.commence(request, response, exception);
		}
		catch (jakarta.servlet.ServletException ex) {
			throw new IOException(ex);
		}
	}

}
