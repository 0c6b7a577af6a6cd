package io.videoplatform.internal.browser;

import java.util.function.Consumer;

import io.videoplatform.internal.http.ProblemResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * Makes the responses of the endpoint, for either web stack.
 */
final class BrowserResponseFactory {

	private static final String ALLOW = "GET, HEAD, OPTIONS";

	private BrowserResponseFactory() {
	}

	static ResponseEntity<byte[]> document(BrowserDocument document, String cacheControl) {
		return ResponseEntity.ok()
			.headers((headers) -> headers.setCacheControl(cacheControl))
			.headers(BrowserResponseFactory::noSniff)
			.contentType(MediaType.APPLICATION_JSON)
			.eTag(document.entityTag())
			.body(document.body());
	}

	static ResponseEntity<byte[]> options() {
		return ResponseEntity.noContent()
			.headers((headers) -> headers.setCacheControl("no-store"))
			.headers(BrowserResponseFactory::noSniff)
			.header(HttpHeaders.ALLOW, ALLOW)
			.build();
	}

	static ResponseEntity<byte[]> methodNotAllowed() {
		return problem(HttpStatus.METHOD_NOT_ALLOWED, "This document can only be read.",
				(headers) -> headers.set(HttpHeaders.ALLOW, ALLOW));
	}

	static ResponseEntity<byte[]> unavailable(long seconds, String detail) {
		return problem(HttpStatus.SERVICE_UNAVAILABLE, detail,
				(headers) -> headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(seconds)));
	}

	private static ResponseEntity<byte[]> problem(HttpStatus status, String detail, Consumer<HttpHeaders> further) {
		return ProblemResponse.of(status, detail, null, further.andThen(BrowserResponseFactory::noSniff));
	}

	private static void noSniff(HttpHeaders headers) {
		headers.set("X-Content-Type-Options", "nosniff");
	}

}
