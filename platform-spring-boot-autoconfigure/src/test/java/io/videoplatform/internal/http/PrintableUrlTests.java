package io.videoplatform.internal.http;

import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What of foreign text may stand in messages.
 */
class PrintableUrlTests {

	@ParameterizedTest
	@CsvSource({ "https://u:secret@api.example.com:8443/a/b?c=secret#secret,https://api.example.com:8443/a/b",
			"https://api.example.com?secret,https://api.example.com",
			"https://api.example.com/a%0d%0ab?x,https://api.example.com/a%0d%0ab",
			"https://api.example.com/a%E2%80%AE%E2%80%8Bb,https://api.example.com/a%E2%80%AE%E2%80%8Bb",
			"https://api.example.com/a%2Fb%25,https://api.example.com/a%2Fb%25",
			"https://api.example.com/k\u00e4se\u202e,https://api.example.com/k%C3%A4se%E2%80%AE",
			"https://api.example.com/%FF,https://api.example.com/%FF", "https://[::1]:1/x?secret,https://[::1]:1/x",
			"/x/y?secret,/x/y", "x?secret,x", "http:/x,http:/x", "mailto:secret,about:invalid" })
	void ofWhenUrlThenWithoutUserinfoQueryAndFragment(String url, String expected) {
		assertThat(PrintableUrl.of(URI.create(url))).hasToString(expected);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0x00, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0x200b, 0x202e, 0x2028, 0x2029, 0xfeff, 0xd800 })
	void textWhenUnprintableThenReplaced(int character) {
		assertThat(PrintableUrl.text("a" + (char) character + "b")).isEqualTo("a?b");
	}

	@Test
	void textWhenLongThenCut() {
		assertThat(PrintableUrl.text("x".repeat(300))).hasSize(300);
		assertThat(PrintableUrl.text("x".repeat(301))).hasSize(303).endsWith("...");
	}

	@Test
	void messageWhenItQuotesForeignTextThenPrintable() {
		assertThat(PrintableUrl.message("a\r\nb\u001b[2J" + "x".repeat(400))).isEqualTo("a??b?[2J" + "x".repeat(400));
		assertThat(PrintableUrl.message("x".repeat(2_001))).isEqualTo("x".repeat(2_000) + "...");
	}

	@Test
	void textWhenCutWithinCharacterThenNoHalfOfItIsLeft() {
		assertThat(PrintableUrl.text("x".repeat(299) + "\ud83d\ude00")).endsWith("x?...");
	}

	@Test
	void textWhenPrintableThenSame() {
		assertThat(PrintableUrl.text("Zugriff für „käse“ 検索")).isEqualTo("Zugriff für „käse“ 検索");
	}

}
