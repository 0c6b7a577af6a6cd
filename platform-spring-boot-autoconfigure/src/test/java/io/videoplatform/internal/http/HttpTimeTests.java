package io.videoplatform.internal.http;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * HTTP-dates (RFC 9110, section 5.6.7) and {@code Retry-After} (section 10.2.3).
 */
class HttpTimeTests {

	private static @Nullable Instant date(String value) {
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.DATE, value);
		return HttpTime.date(headers, HttpHeaders.DATE);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			Sun, 06 Nov 1994 08:49:37 GMT    | 1994-11-06T08:49:37Z
			Wed Nov 16 08:49:37 1994         | 1994-11-16T08:49:37Z
			Wed, 30 Sep 2026 23:59:59 GMT    | 2026-09-30T23:59:59Z
			Sunday, 01-Nov-26 13:00:00 GMT   | 2026-11-01T13:00:00Z
			Thu, 29 Feb 2024 00:00:00 GMT    | 2024-02-29T00:00:00Z
			Fri, 31 Dec 9999 23:59:59 GMT    | 9999-12-31T23:59:59Z
			""")
	void parseWhenHttpDateThenTime(String value, Instant expected) {
		assertThat(date(value)).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "0", "-1", "now", "1730462400", "2026-11-01T12:00:00Z",
			"Sun, 06 Nov 1994 08:49:37", "Sun, 00 Nov 1994 08:49:37 GMT", "Mon, 06 Nov 1994 08:49:37 GMT",
			"Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
			"Sun, 06 Nov 1994 08:49:37 GMT x", "Sun, 06 Nov 1994", "Sun, \u0660\u0666 Nov 1994 08:49:37 GMT",
			"Foo, 06 Nov 1994 08:49:37 GMT", "Never, ever", "\"Sun, 06 Nov 1994 08:49:37 GMT\"" })
	void parseWhenAnythingElseThenNull(String value) {
		assertThat(date(value)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { " ", "S", "0", ",", "Sun, ", ":60 ", "\u5600", "\\" })
	void parseWhenHugeThenNullAtOnce(String part) {
		String huge = part.repeat(100_000);
		assertThat(date(huge)).isNull();
		assertThat(date("Sun, 06 Nov 1994 08:49:37 GMT" + huge + "x")).isNull();
		assertThat(HttpTime.seconds(huge + "x")).isNull();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "null", delimiter = '|', textBlock = """
			0                          | PT0S
			1                          | PT1S
			007                        | PT7S
			2147483648                 | PT2147483648S
			99999999999999999999999999 | PT2147483648S
			''                         | null
			' 5'                       | null
			-1                         | null
			1.5                        | null
			\u0665                     | null
			""")
	void secondsWhenDigitsThenDuration(String value, @Nullable Duration expected) {
		assertThat(HttpTime.seconds(value)).isEqualTo(expected);
	}

}
