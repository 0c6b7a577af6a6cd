import java.util.Set;

import io.videoplatform.PlatformAuthorizationException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

@RestControllerAdvice
class Failures {

	private static final Set<HttpStatus> PASSED_ON = Set.of(HttpStatus.FORBIDDEN, HttpStatus.NOT_FOUND,
			HttpStatus.CONTENT_TOO_LARGE, HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE);

	@ExceptionHandler
	ProblemDetail refused(WebClientResponseException ex) {
		return PASSED_ON.contains(ex.getStatusCode())
				? ProblemDetail.forStatusAndDetail(ex.getStatusCode(), "The platform refuses this")
				: ProblemDetail.forStatusAndDetail(HttpStatus.BAD_GATEWAY,
						"The platform responds with " + ex.getStatusCode().value());
	}

	@ExceptionHandler({ PlatformAuthorizationException.class, WebClientRequestException.class })
	ProblemDetail away(RuntimeException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "Please try again in a minute");
	}

}
