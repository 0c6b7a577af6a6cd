package io.videoplatform.internal.http;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

import io.videoplatform.PlatformError;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Responses that say what went wrong.
 */
class ProblemResponseTests {

	@Test
	void bodyWhenWrittenThenMembersOfRfc9457() {
		assertThat(new String(Objects.requireNonNull(response().getBody()), StandardCharsets.UTF_8)).isEqualTo("""
				{"type":"about:blank","title":"Unauthorized","status":401,"detail":"Log in \\"again\\".",\
				"code":"login_ended"}""");
	}

	@Test
	void headersWhenWrittenThenNotStoredAndFurtherOnes() {
		HttpHeaders headers = response().getHeaders();
		assertThat(headers.getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
		assertThat(headers.getCacheControl()).isEqualTo("no-store");
		assertThat(headers.getFirst(HttpHeaders.RETRY_AFTER)).isEqualTo("5");
	}

	private static ResponseEntity<byte[]> response() {
		return ProblemResponse.of(HttpStatus.UNAUTHORIZED, PlatformError.LOGIN_ENDED, "Log in \"again\".",
				(headers) -> headers.set(HttpHeaders.RETRY_AFTER, "5"));
	}

}
