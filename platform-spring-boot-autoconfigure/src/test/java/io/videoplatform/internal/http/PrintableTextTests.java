package io.videoplatform.internal.http;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What of foreign text may stand in messages.
 */
class PrintableTextTests {

	@ParameterizedTest
	@ValueSource(ints = { 0x00, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0x200b, 0x202e, 0x2028, 0x2029, 0xfeff, 0xd800 })
	void ofWhenUnprintableThenReplaced(int character) {
		assertThat(PrintableText.of("a" + (char) character + "b")).isEqualTo("a?b");
	}

	@Test
	void ofWhenLongThenCut() {
		assertThat(PrintableText.of("x".repeat(300))).hasSize(300);
		assertThat(PrintableText.of("x".repeat(301))).hasSize(303).endsWith("...");
	}

	@Test
	void ofMessageWhenItQuotesForeignTextThenPrintable() {
		assertThat(PrintableText.ofMessage("a\r\nb\u001b[2J" + "x".repeat(400)))
			.isEqualTo("a??b?[2J" + "x".repeat(400));
		assertThat(PrintableText.ofMessage("x".repeat(2_001))).isEqualTo("x".repeat(2_000) + "...");
	}

	@Test
	void ofWhenCutWithinCharacterThenNoHalfOfItIsLeft() {
		assertThat(PrintableText.of("x".repeat(299) + "\ud83d\ude00")).endsWith("x?...");
	}

}
