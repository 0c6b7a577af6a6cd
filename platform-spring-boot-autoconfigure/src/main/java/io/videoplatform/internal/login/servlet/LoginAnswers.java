package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;

import io.videoplatform.internal.http.ProblemDocument;
import io.videoplatform.internal.login.LoginFailurePage;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginUnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;

/**
 * Writes what a login that does not go on is answered with: at once and in full, because
 * a container's error page would lead to another login.
 */
public final class LoginAnswers {

	private final Clock clock;

	/**
	 * Create a new instance.
	 * @param clock the clock
	 */
	public LoginAnswers(Clock clock) {
		this.clock = clock;
	}

	void unavailable(HttpServletRequest request, HttpServletResponse response, String registrationId,
			LoginUnavailableException outage) throws IOException {
		long seconds = outage.retryAfter(this.clock.instant());
		if (!begin(response, HttpStatus.SERVICE_UNAVAILABLE)) {
			return;
		}
		response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
		if (takesPage(request)) {
			page(response,
					LoginFailurePage.unavailable(outage.explanation(), loginUrl(request, registrationId), seconds));
		}
		else {
			problem(request, response, HttpStatus.SERVICE_UNAVAILABLE, outage.explanation() + ".");
		}
	}

	void refused(HttpServletRequest request, HttpServletResponse response, LoginRefusal refusal) throws IOException {
		if (!begin(response, HttpStatus.BAD_REQUEST)) {
			return;
		}
		if (takesPage(request)) {
			page(response, LoginFailurePage.refused(refusal, loginUrl(request, refusal.registrationId())));
		}
		else {
			problem(request, response, HttpStatus.BAD_REQUEST, refusal.reason() + ".");
		}
	}

	/**
	 * Respond to a script whose user has to log in.
	 * @param request the request
	 * @param response the response
	 * @param registrationId the registration to log in at
	 * @throws IOException if the response cannot be written
	 */
	public void loginRequired(HttpServletRequest request, HttpServletResponse response, String registrationId)
			throws IOException {
		if (begin(response, HttpStatus.UNAUTHORIZED)) {
			problem(request, response, HttpStatus.UNAUTHORIZED,
					"There is no login, or it has ended: log in at %s.".formatted(loginUrl(request, registrationId)));
		}
	}

	void unknownRegistration(HttpServletRequest request, HttpServletResponse response) throws IOException {
		if (begin(response, HttpStatus.NOT_FOUND)) {
			problem(request, response, HttpStatus.NOT_FOUND, "There is no login of this name.");
		}
	}

	static String loginUrl(HttpServletRequest request, String registrationId) {
		return request.getContextPath()
				+ OAuth2AuthorizationRequestRedirectFilter.DEFAULT_AUTHORIZATION_REQUEST_BASE_URI + "/"
				+ registrationId;
	}

	/**
	 * Return whether a page is what a request wants, as a person's browser does that
	 * follows a link, and no script.
	 * @param request the request
	 * @return whether it is
	 */
	public static boolean wantsPage(HttpServletRequest request) {
		return LoginFailurePage.wantsPage(headers(request));
	}

	private static boolean takesPage(HttpServletRequest request) {
		return LoginFailurePage.takesPage(headers(request));
	}

	private static HttpHeaders headers(HttpServletRequest request) {
		return new ServletServerHttpRequest(request).getHeaders();
	}

	private static boolean begin(HttpServletResponse response, HttpStatus status) {
		if (response.isCommitted()) {
			return false;
		}
		response.resetBuffer();
		response.setStatus(status.value());
		return true;
	}

	private static void page(HttpServletResponse response, String page) throws IOException {
		LoginFailurePage.HEADERS.forEach(response::setHeader);
		write(response, MediaType.TEXT_HTML_VALUE, page.getBytes(StandardCharsets.UTF_8));
	}

	private static void problem(HttpServletRequest request, HttpServletResponse response, HttpStatus status,
			String detail) throws IOException {
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		write(response, MediaType.APPLICATION_PROBLEM_JSON_VALUE,
				ProblemDocument.of(status, detail, request.getRequestURI()));
	}

	private static void write(HttpServletResponse response, String type, byte[] body) throws IOException {
		response.setContentType(type);
		response.setCharacterEncoding(StandardCharsets.UTF_8.name());
		response.setContentLength(body.length);
		response.getOutputStream().write(body);
		response.flushBuffer();
	}

}
