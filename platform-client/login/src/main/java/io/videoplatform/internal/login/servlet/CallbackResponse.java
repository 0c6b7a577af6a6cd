package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.util.function.Predicate;
import java.util.function.Supplier;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

import org.springframework.http.ResponseEntity;

/**
 * The response to an authorization response: says why the login failed where Spring
 * Security would lead to an error on the login page that it generates.
 */
final class CallbackResponse extends HttpServletResponseWrapper {

	private final HttpServletRequest request;

	private final Predicate<String> deadEnd;

	private final Supplier<ResponseEntity<byte[]>> refusal;

	CallbackResponse(HttpServletRequest request, HttpServletResponse response, Predicate<String> deadEnd,
			Supplier<ResponseEntity<byte[]>> refusal) {
		super(response);
		this.request = request;
		this.deadEnd = deadEnd;
		this.refusal = refusal;
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
		boolean shows = this.deadEnd.test(location);
		if (shows) {
			ServletLoginAdapter.write(this.refusal.get(), this.request, (HttpServletResponse) getResponse());
		}
		return shows;
	}

}
