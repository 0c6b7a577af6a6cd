package io.videoplatform.internal.http;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The one JSON reader.
 */
class JsonObjectReaderTests {

	@Test
	void readWhenObjectThenMembersInOrderWithNulls() {
		assertThat(JsonObjectReader.read(utf8("\ufeff{\"b\":1,\"a\":null,\"\":[true,{\"x\":\"\\u00e4\"}]}")))
			.containsKeys("a")
			.containsEntry("b", 1)
			.containsEntry("a", null)
			.hasSize(3)
			.satisfies((members) -> assertThat(members.keySet()).containsExactly("b", "a", ""));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "null", "[]", "[{}]", "\"text\"", "1", "true", "{", "}", "{]", "{\"a\"}",
			"{\"a\":}", "{\"a\":1,}", "{\"a\":1}{\"a\":2}", "{\"a\":1} x", "{\"a\":1,\"a\":2}",
			"{\"x\":{\"a\":1,\"a\":2}}", "{'a':1}", "{a:1}", "{\"a\":01}", "{\"a\":NaN}", "{\"a\":+1}",
			"// comment\n{}", "{/**/}", "{\"a\":\"\n\"}", "{\"a\":\"\\x\"}", "<html></html>", ")]}',\n{}",
			"{\"a\":\"secret", "callback({})" })
	void readWhenNoObjectThenRefusedWithoutQuoting(String text) {
		assertThatExceptionOfType(MalformedResponseException.class).isThrownBy(() -> JsonObjectReader.read(utf8(text)))
			.withMessageStartingWith("is ")
			.withMessageNotContaining("secret")
			.withNoCause();
	}

	@Test
	void readWhenDeepOrOfManyDigitsThenRefusedBeyondALimit() {
		String digits = "9".repeat(100);
		for (String json : List.of(nested(60), "{\"a\":%s}".formatted(digits), "{\"a\":1e999999}")) {
			assertThat(JsonObjectReader.read(utf8(json))).isNotEmpty();
		}
		for (String json : List.of(nested(64), nested(100_000), "{\"a\":%s9}".formatted(digits))) {
			assertThatExceptionOfType(MalformedResponseException.class)
				.isThrownBy(() -> JsonObjectReader.read(utf8(json)));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "UTF-16", "UTF-16LE", "UTF-32", "ISO-8859-1" })
	void readWhenOtherEncodingThenRefused(String charset) {
		byte[] body = "{\"a\":\"ä\"}".getBytes(Charset.forName(charset));
		assertThatExceptionOfType(MalformedResponseException.class).isThrownBy(() -> JsonObjectReader.read(body));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			{"error":"x"}                                       | x
			\uFEFF{"error":"x"}                                | x
			{"a":{"error":"y"},"error":"x","b":[1,{"c":null}]}  | x
			{"error":"x","error":"y"}                           |
			{"error":"x"                                        |
			<html>x</html>                                      |
			``                                                  |
			""")
	void readLenientlyWhenObjectIsOddThenNoneUnlessItIsOne(String json, @Nullable String error) {
		assertThat(JsonObjectReader.readLeniently(utf8(json)).get("error")).isEqualTo(error);
	}

	@Test
	void readLenientlyWhenOtherEncodingThenReplaced() {
		byte[] body = "{\"error\":\"x\",\"a\":\"ä\"}".getBytes(StandardCharsets.ISO_8859_1);
		assertThat(JsonObjectReader.readLeniently(body)).containsEntry("error", "x").containsEntry("a", "\ufffd");
	}

	private static String nested(int depth) {
		return "{\"a\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
	}

	private static byte[] utf8(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
