package io.videoplatform.internal.browser;

import io.videoplatform.internal.http.ProblemDocument;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * What the endpoint answers, on either web stack.
 *
 * @param status the status
 * @param headers the headers
 * @param body the body, empty if there is none
 */
public record BrowserAnswer(HttpStatus status, HttpHeaders headers, byte[] body) {

	private static final String NO_STORE = "no-store";

	static BrowserAnswer of(BrowserDocument document, String cacheControl) {
		HttpHeaders headers = headers(cacheControl);
		headers.setContentType(MediaType.APPLICATION_JSON);
		headers.setETag(document.entityTag());
		return new BrowserAnswer(HttpStatus.OK, headers, document.body());
	}

	static BrowserAnswer options(String allow) {
		HttpHeaders headers = headers(NO_STORE);
		headers.set(HttpHeaders.ALLOW, allow);
		return new BrowserAnswer(HttpStatus.NO_CONTENT, headers, new byte[0]);
	}

	static BrowserAnswer methodNotAllowed(String allow) {
		BrowserAnswer answer = problem(HttpStatus.METHOD_NOT_ALLOWED, "This document can only be read.");
		answer.headers.set(HttpHeaders.ALLOW, allow);
		return answer;
	}

	static BrowserAnswer unavailable(long seconds, String detail) {
		BrowserAnswer answer = problem(HttpStatus.SERVICE_UNAVAILABLE, detail);
		answer.headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
		return answer;
	}

	private static BrowserAnswer problem(HttpStatus status, String detail) {
		HttpHeaders headers = headers(NO_STORE);
		headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
		return new BrowserAnswer(status, headers, ProblemDocument.of(status, detail, null));
	}

	private static HttpHeaders headers(String cacheControl) {
		HttpHeaders headers = new HttpHeaders();
		headers.setCacheControl(cacheControl);
		headers.set("X-Content-Type-Options", "nosniff");
		return headers;
	}

}
