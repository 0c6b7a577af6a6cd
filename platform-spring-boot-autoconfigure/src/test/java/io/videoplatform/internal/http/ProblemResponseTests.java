package io.videoplatform.internal.http;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

import io.videoplatform.PlatformError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
		assertThat(body("/videos?é")).isEqualTo("""
				{"type":"about:blank","title":"Unauthorized","status":401,"detail":"Log in \\"again\\".",\
				"instance":"/videos?é","code":"login_ended"}""");
	}

	@Test
	void bodyWhenOfNoPathThenWithoutInstance() {
		assertThat(body(null)).isEqualTo("""
				{"type":"about:blank","title":"Unauthorized","status":401,"detail":"Log in \\"again\\".",\
				"code":"login_ended"}""");
	}

	@ParameterizedTest
	@CsvSource({ "/a%22b, /a%22b", "'/a\"b', /a%22b", "/a|b, /a%7Cb", "/a%zz, /a%25zz", "//a b, /a%20b", "//, /",
			"//a, //a" })
	void instanceWhenPathIsNoUriThenEscaped(String path, String instance) {
		assertThat(body(path)).contains("\"instance\":\"" + instance + "\"");
	}

	@Test
	void headersWhenWrittenThenNotStoredAndFurtherOnes() {
		HttpHeaders headers = response(null).getHeaders();
		assertThat(headers.getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
		assertThat(headers.getCacheControl()).isEqualTo("no-store");
		assertThat(headers.getFirst(HttpHeaders.RETRY_AFTER)).isEqualTo("5");
	}

	private static String body(@Nullable String path) {
		return new String(Objects.requireNonNull(response(path).getBody()), StandardCharsets.UTF_8);
	}

	private static ResponseEntity<byte[]> response(@Nullable String path) {
		return ProblemResponse.of(HttpStatus.UNAUTHORIZED, PlatformError.LOGIN_ENDED, "Log in \"again\".", path,
				(headers) -> headers.set(HttpHeaders.RETRY_AFTER, "5"));
	}

}
