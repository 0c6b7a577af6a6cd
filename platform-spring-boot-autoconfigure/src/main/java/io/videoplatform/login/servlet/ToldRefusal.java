package io.videoplatform.login.servlet;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Marks a request whose login was refused by a part of ours, which has told why: the
 * operator needs to read that only once.
 */
final class ToldRefusal {

	private static final String ATTRIBUTE = ToldRefusal.class.getName();

	private ToldRefusal() {
	}

	static <T extends Throwable> T marked(T refusal) {
		RequestAttributes request = RequestContextHolder.getRequestAttributes();
		if (request != null) {
			request.setAttribute(ATTRIBUTE, Boolean.TRUE, RequestAttributes.SCOPE_REQUEST);
		}
		return refusal;
	}

	static boolean isAt(HttpServletRequest request) {
		return request.getAttribute(ATTRIBUTE) != null;
	}

}
