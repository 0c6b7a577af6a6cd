package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.videoplatform.internal.http.BoundedWait;
import io.videoplatform.internal.http.servlet.ServletResponseWriter;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.UserAgentRequest;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.ResponseEntity;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * Translates servlet requests and responses for the core of logins, and waits for it.
 */
public final class ServletLoginAdapter {

	/**
	 * The wait of a request's thread for a step of a login.
	 */
	static final BoundedWait WAIT = LoginUnavailableException.waitForLogin();

	private ServletLoginAdapter() {
	}

	/**
	 * Return what the response to a request depends on.
	 */
	public static UserAgentRequest userAgentRequest(HttpServletRequest request) {
		return new UserAgentRequest(request.getContextPath(), request.getRequestURI(),
				new ServletServerHttpRequest(request).getHeaders());
	}

	/**
	 * Return a request as Spring Security reads it, {@code null} if it cannot be read:
	 * Tomcat throws at the first attempt, and leaves out what it has not read at others.
	 */
	static @Nullable CallbackRequest callbackRequest(HttpServletRequest request) {
		MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
		try {
			request.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
		}
		catch (RuntimeException ex) {
			// Each container throws its own
			return null;
		}
		return new CallbackRequest(request.getContextPath(), request.getRequestURI(), parameters);
	}

	/**
	 * Write a response unless another one is committed.
	 */
	public static void write(ResponseEntity<byte[]> entity, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		// The application may have set another encoding, which a container would append
		response.setCharacterEncoding(StandardCharsets.UTF_8.name());
		ServletResponseWriter.write(entity, request, response);
	}

}
