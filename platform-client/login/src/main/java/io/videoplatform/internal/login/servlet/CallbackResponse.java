package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.util.function.Function;
import java.util.function.Predicate;

import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginResponseFactory;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatusCode;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.WebAttributes;

/**
 * The response to an authorization response: says why the login failed where Spring
 * Security would lead to an error on the login page that it generates.
 */
final class CallbackResponse extends HttpServletResponseWrapper {

	private final HttpServletRequest request;

	private final Predicate<String> deadEnd;

	private final Function<@Nullable String, LoginRefusal> refusals;

	private final LoginResponseFactory responses;

	private boolean reported;

	/**
	 * Create a new instance.
	 * @param deadEnd whether a redirect leads where nothing is said about the failure
	 * @param refusals returns what a person is shown, by what Spring Security says
	 */
	CallbackResponse(HttpServletRequest request, HttpServletResponse response, Predicate<String> deadEnd,
			Function<@Nullable String, LoginRefusal> refusals, LoginResponseFactory responses) {
		super(response);
		this.request = request;
		this.deadEnd = deadEnd;
		this.refusals = refusals;
		this.responses = responses;
	}

	/**
	 * Not by the other method: wrappers that save the session before the response is
	 * committed, as Spring Session's does, know this one only.
	 */
	@Override
	public void sendRedirect(String location) throws IOException {
		if (!showsRefusal(location)) {
			super.sendRedirect(location);
		}
	}

	@Override
	public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
		if (!showsRefusal(location)) {
			super.sendRedirect(location, status, clearBuffer);
		}
	}

	private boolean showsRefusal(String location) throws IOException {
		if (!isFailure(location)) {
			return false;
		}
		boolean page = this.deadEnd.test(location);
		if (page) {
			OpenedLogin.refuse(this.request);
		}
		LoginRefusal refusal = report();
		if (refusal == null || !page) {
			return false;
		}
		ServletLoginAdapter.write(this.responses.refused(ServletLoginAdapter.userAgentRequest(this.request), refusal),
				this.request, (HttpServletResponse) getResponse());
		return true;
	}

	/**
	 * The page that a user returns to may have a parameter {@code error}, too. A login
	 * that fails has cleared the context before it redirects.
	 */
	private boolean isFailure(String location) {
		return CallbackRequest.leadsToError(location)
				&& (this.deadEnd.test(location) || SecurityContextHolder.getContext().getAuthentication() == null);
	}

	private @Nullable LoginRefusal report() {
		if (this.reported) {
			return null;
		}
		this.reported = true;
		HttpSession session = this.request.getSession(false);
		Object failure = (session != null) ? session.getAttribute(WebAttributes.AUTHENTICATION_EXCEPTION) : null;
		return this.refusals.apply((failure instanceof Exception ex) ? ex.getMessage() : null);
	}

	/**
	 * Report a failure that a handler of the application's own has shown.
	 */
	void close() {
		if (HttpStatusCode.valueOf(getStatus()).is4xxClientError()) {
			report();
		}
	}

}
