package io.videoplatform.internal.http;

import java.util.Locale;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link Redaction} of texts that were cut.
 */
class RedactionTests {

	private static final String TOKEN = "eyJhbGciOiJSUzI1NiJ9." + "abcdefghij".repeat(70);

	private final Redaction redaction = Redaction.of(Stream.of(TOKEN, "short-secret"));

	@ParameterizedTest
	@ValueSource(ints = { 16, 17, 100, 300 })
	void applyWhenTokenIsCutThenItsBeginningIsTakenOut(int length) {
		String cut = TOKEN.substring(0, length);
		assertThat(this.redaction.apply("refresh_token=" + cut)).isEqualTo("refresh_token=***");
		assertThat(this.redaction.apply("REFRESH_TOKEN=" + cut.toUpperCase(Locale.ROOT) + "&SCOPE=A"))
			.isEqualTo("REFRESH_TOKEN=***&SCOPE=A");
		assertThat(this.redaction.apply("Invalid status line: \"refresh_token=" + cut + "...\""))
			.isEqualTo("Invalid status line: \"refresh_token=***\"");
	}

	@Test
	void applyWhenSecretIsShortThenOnlyTheWholeIsTakenOut() {
		assertThat(this.redaction.apply("secret=short-secret, short-sec")).isEqualTo("secret=***, short-sec");
	}

}
