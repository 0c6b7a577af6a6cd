package io.videoplatform.internal.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a response says of itself.
 */
class BoundedResponseTests {

	private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");

	@Test
	void contentTypeWhenMissingThenSaysSo() {
		BoundedResponse response = new BoundedResponse(200, new HttpHeaders(), new byte[0]);
		assertThat(response.contentType()).isEqualTo("no content type");
		assertThat(response.isHtml()).isFalse();
	}

	@Test
	void retryAfterWhenHugeNumberThenAtMostAMinute() {
		assertThat(retryAfter("0".repeat(100_000))).isEqualTo(Duration.ZERO);
		assertThat(retryAfter("9".repeat(100_000))).isEqualTo(Duration.ofSeconds(60));
	}

	@ParameterizedTest
	@CsvSource(nullValues = "null", delimiter = '|', textBlock = """
			0                             | PT0S
			' 5 '                         | PT5S
			61                            | PT60S
			99999999999999999999999999    | PT60S
			Sun, 01 Nov 2026 12:00:30 GMT | PT30S
			Sun, 01 Nov 2026 11:00:00 GMT | null
			-1                            | null
			soon                          | null
			''                            | null
			""")
	void retryAfterWhenHeaderThenAtMostAMinute(@Nullable String value, @Nullable Duration expected) {
		assertThat(retryAfter(value)).isEqualTo(expected);
	}

	private static @Nullable Duration retryAfter(@Nullable String value) {
		HttpHeaders headers = new HttpHeaders();
		if (value != null) {
			headers.add(HttpHeaders.RETRY_AFTER, value);
		}
		return new BoundedResponse(503, headers, new byte[0]).retryAfter(NOW);
	}

	@ParameterizedTest
	@CsvSource({ "text/html,{}", "TEXT/HTML; charset=utf-8,{}", "application/xhtml+xml,{}", "application/json,<html>",
			"application/json,' \n<!DOCTYPE html>'", "application/json,'\uFEFF<html>'" })
	void jsonWhenHtmlThenSaysSo(String type, String body) {
		assertThatExceptionOfType(MalformedResponseException.class).isThrownBy(response(type, body)::json)
			.withMessageStartingWith("is HTML");
	}

	@Test
	void jsonWhenObjectThenMembersWhateverTheType() {
		assertThat(response("text/plain", "{\"a\":1}").json()).containsExactly(Map.entry("a", 1));
	}

	private static BoundedResponse response(String type, String body) {
		HttpHeaders headers = new HttpHeaders();
		headers.add(HttpHeaders.CONTENT_TYPE, type);
		return new BoundedResponse(200, headers, body.getBytes(StandardCharsets.UTF_8));
	}

	private static @Nullable Instant date(String value) {
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.DATE, value);
		return BoundedResponse.date(headers, HttpHeaders.DATE);
	}

	@ParameterizedTest
	@ValueSource(strings = { " ", "S", "0", ",", "Sun, ", ":60 ", "\u5600", "\\" })
	void dateWhenHugeThenNullAtOnce(String part) {
		String huge = part.repeat(100_000);
		assertThat(date(huge)).isNull();
		assertThat(date("Sun, 06 Nov 1994 08:49:37 GMT" + huge + "x")).isNull();
		assertThat(BoundedResponse.seconds(huge + "x")).isNull();
	}

}
