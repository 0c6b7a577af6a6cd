package io.videoplatform.internal.http;

import java.net.URI;
import java.util.function.Consumer;

import io.videoplatform.PlatformError;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;

/**
 * Makes responses that hold a {@link ProblemDetail} (RFC 9457) in bytes, so that they can
 * be written where no message converter is at hand. No cache stores them.
 */
public final class ProblemResponse {

	private static final URI BLANK = URI.create("about:blank");

	private static final JsonMapper JSON = JsonMapper.builder()
		.addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
		.disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
		.build();

	private ProblemResponse() {
	}

	/**
	 * Return a response.
	 */
	public static ResponseEntity<byte[]> of(HttpStatus status, @Nullable PlatformError error, String detail,
			Consumer<HttpHeaders> headers) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
		problem.setType(BLANK);
		if (error != null) {
			problem.setProperty("code", error.getCode());
		}
		return ResponseEntity.status(status)
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.headers((all) -> all.setCacheControl("no-store"))
			.headers(headers)
			.body(JSON.writeValueAsBytes(problem));
	}

}
