package io.videoplatform.samples.browserapp;

import java.util.Set;

import io.videoplatform.PlatformException;

import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/**
 * Reports to the page's script why the platform refuses a request. A login that has ended
 * is none of these: Spring Security handles it.
 */
@RestControllerAdvice
class PlatformFailures {

	private static final Set<HttpStatus> PASSED_ON = Set.of(HttpStatus.FORBIDDEN, HttpStatus.NOT_FOUND,
			HttpStatus.CONTENT_TOO_LARGE);

	/**
	 * Leave to Spring Security what is its own, though its cause is one of the others.
	 */
	@ExceptionHandler
	void loginHasEnded(ClientAuthorizationRequiredException ex) {
		throw ex;
	}

	@ExceptionHandler
	ProblemDetail refused(WebClientResponseException ex) {
		HttpStatusCode status = PASSED_ON.contains(ex.getStatusCode()) ? ex.getStatusCode() : HttpStatus.BAD_GATEWAY;
		return ProblemDetail.forStatusAndDetail(status, "The platform responded with " + ex.getStatusCode().value());
	}

	@ExceptionHandler({ PlatformException.class, WebClientRequestException.class })
	ProblemDetail unreachable(RuntimeException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"The platform cannot be called at the moment: " + ex.getMessage());
	}

}
