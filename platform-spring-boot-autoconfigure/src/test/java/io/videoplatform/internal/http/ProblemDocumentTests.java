package io.videoplatform.internal.http;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What scripts are told that something went wrong.
 */
class ProblemDocumentTests {

	@Test
	void documentWhenWrittenThenMembersOfRfc9457() {
		assertThat(document("/videos?\"é")).isEqualTo("""
				{"type":"about:blank","title":"Unauthorized","status":401,"detail":"Log in \\"again\\".",\
				"instance":"/videos?\\"é"}""");
	}

	@Test
	void documentWhenOfNoPathThenWithoutInstance() {
		assertThat(document(null)).isEqualTo("""
				{"type":"about:blank","title":"Unauthorized","status":401,"detail":"Log in \\"again\\"."}""");
	}

	private static String document(@Nullable String instance) {
		return new String(ProblemDocument.of(HttpStatus.UNAUTHORIZED, "Log in \"again\".", instance),
				StandardCharsets.UTF_8);
	}

}
