package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import io.videoplatform.internal.http.BoundedWait;
import io.videoplatform.internal.http.servlet.ServletResponseWriter;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.UserAgentRequest;
import io.videoplatform.internal.login.oidc.OidcProviderUnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * Translates servlet requests and responses for the core of logins, and waits for it.
 */
public final class ServletLoginAdapter {

	/**
	 * The wait of a request's thread for a step of a login.
	 */
	static final BoundedWait WAIT = OidcProviderUnavailableException.waitForLogin();

	private static final String MALFORMED = ServletLoginAdapter.class.getName() + ".MALFORMED";

	private static final OAuth2AuthorizedClientRepository CONNECTED = new ConnectedClientRepository();

	private ServletLoginAdapter() {
	}

	/**
	 * Return what the response to a request depends on.
	 * @param request the request
	 * @return the request as the core sees it
	 */
	public static UserAgentRequest userAgentRequest(HttpServletRequest request) {
		return new UserAgentRequest(request.getContextPath(), request.getRequestURI(),
				new ServletServerHttpRequest(request).getHeaders());
	}

	/**
	 * Return the user of the current request.
	 */
	static Authentication user() {
		return Objects.requireNonNullElse(SecurityContextHolder.getContext().getAuthentication(),
				LoginInitiator.ANONYMOUS);
	}

	/**
	 * Return whether a request that requires a login leads to one.
	 */
	static boolean leadsToLogin(HttpServletRequest request, String registrationId) {
		Authentication user = user();
		return LoginInitiator.leadsToLogin(userAgentRequest(request), registrationId, user,
				CONNECTED.loadAuthorizedClient(registrationId, user, request) != null);
	}

	/**
	 * Return a request as Spring Security reads it. What could not be read once stays so:
	 * Tomcat throws at the first attempt, and leaves out what it has not read at others.
	 */
	static CallbackRequest callbackRequest(HttpServletRequest request) {
		boolean form = isForm(request) && HttpMethod.POST.matches(request.getMethod());
		try {
			if (request.getAttribute(MALFORMED) == null) {
				MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
				request.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
				return new CallbackRequest(request.getContextPath(), request.getRequestURI(), form, parameters);
			}
		}
		catch (RuntimeException ex) {
			// Each container throws its own
			request.setAttribute(MALFORMED, true);
		}
		return CallbackRequest.malformed(request.getContextPath(), request.getRequestURI(), form);
	}

	static boolean isForm(HttpServletRequest request) {
		String type = request.getContentType();
		return type != null && (type.regionMatches(true, 0, "application/x-www-form-urlencoded", 0, 33)
				|| type.regionMatches(true, 0, "multipart/form-data", 0, 19));
	}

	/**
	 * Write a response unless another one is committed.
	 * @param entity what to write, in UTF-8
	 * @param request the request
	 * @param response the response
	 * @throws IOException if it cannot be written
	 */
	public static void write(ResponseEntity<byte[]> entity, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		// The application may have set another encoding, which a container would append
		response.setCharacterEncoding(StandardCharsets.UTF_8.name());
		ServletResponseWriter.write(entity, request, response);
	}

}
