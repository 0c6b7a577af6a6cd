import java.util.Set;

import io.videoplatform.PlatformAuthorizationException;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
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
	ProblemDetail refused(WebClientResponseException ex, HttpServletResponse response) {
		if (response.isCommitted()) {
			throw ex; // closes the connection, so that the browser does not take the part for the whole
		}
		response.reset(); // the video's headers do not fit a problem document
		if (PASSED_ON.contains(ex.getStatusCode())) {
			response.setHeader(HttpHeaders.CONTENT_RANGE, ex.getHeaders().getFirst(HttpHeaders.CONTENT_RANGE));
			return ProblemDetail.forStatusAndDetail(ex.getStatusCode(), "The platform refuses this");
		}
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_GATEWAY,
				ex.getStatusCode().is2xxSuccessful() ? "The platform's response broke off"
						: "The platform responds with " + ex.getStatusCode().value());
	}

	@ExceptionHandler({ PlatformAuthorizationException.class, WebClientRequestException.class })
	ProblemDetail away(RuntimeException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "Please try again in a minute");
	}

}
