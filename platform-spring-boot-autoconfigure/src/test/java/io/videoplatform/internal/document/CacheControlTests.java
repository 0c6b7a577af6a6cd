package io.videoplatform.internal.document;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reading {@code Cache-Control} (RFC 9111, section 5.2). Lines are separated by a slash.
 */
class CacheControlTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			max-age=60                                | 60
			MAX-AGE=60                                | 60
			 max-age = 60                             | 60
			max-age="60"                              | 60
			public, max-age=60, must-revalidate       | 60
			public / max-age=60                       | 60
			,,max-age=60,,                            | 60
			max-age=060                               | 60
			max-age=0                                 | 0
			max-age=60, max-age=3600                  | 60
			max-age=60 / max-age=3600                 | 60
			max-age=3600, max-age=60                  | 3600
			max-age=60, max-age=x                     | 60
			max-age=x, max-age=60                     | 0
			ext="max-age=5", max-age=60               | 60
			ext="a, max-age=5", max-age=60            | 60
			ext="a\\", max-age=5", max-age=60         | 60
			no-cache="set-cookie, max-age=5", max-age=60 | 60
			max-age                                   | 0
			max-age=                                  | 0
			max-age=""                                | 0
			max-age=-1                                | 0
			max-age=+60                               | 0
			max-age=1.5                               | 0
			max-age=1e3                               | 0
			max-age=60s                               | 0
			max-age=60;no-store                       | 0
			max-age=0x10                              | 0
			max-age="60                               | 0
			max-age='60'                              | 0
			max-age=６０                              | 0
			max-age=2147483647                        | 2147483647
			max-age=2147483648                        | 2147483648
			max-age=2147483649                        | 2147483648
			max-age=9223372036854775808               | 2147483648
			max-age=99999999999999999999999999999999  | 2147483648
			max-age=00000000000000000000000000000060  | 60
			s-maxage=60                               |
			x-max-age=60                              |
			max-age-x=60                              |
			maxage=60                                 |
			private                                   |
			``                                        |
			ext="unterminated, max-age=60             |
			""")
	void secondsWhenLinesThenMaxAge(String lines, @Nullable Long expected) {
		CacheControl control = CacheControl.of(List.of(lines.split(" / ")));
		assertThat(control.seconds("max-age")).isEqualTo((expected != null) ? Duration.ofSeconds(expected) : null);
	}

	@ParameterizedTest
	@ValueSource(strings = { "no-store", "NO-STORE", "max-age=60,no-store", "no-store=1", " no-store ",
			"a=\"b\", no-store", "public,no-store,public" })
	void hasWhenDirectiveThereThenTrue(String line) {
		assertThat(CacheControl.of(List.of(line)).has("no-store")).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "no-stores", "x-no-store", "ext=\"no-store\"", "ext=\"a, no-store, b\"", "nostore",
			"ext=no-store" })
	void hasWhenDirectiveElsewhereThenFalse(String line) {
		assertThat(CacheControl.of(List.of(line)).has("no-store")).isFalse();
	}

	@Test
	void ofWhenLineIsVeryLongThenRead() {
		String line = "ext=\"" + "\\\"a,".repeat(200_000) + "\", max-age=60";
		assertThat(CacheControl.of(List.of(line)).seconds("max-age")).hasSeconds(60);
	}

	@ParameterizedTest
	@CsvSource({ "0, 0", "9, 2147483648", "x, 0", "\"\", 0", "=, 0" })
	void secondsWhenValueIsHugeThenRead(String part, long expected) {
		CacheControl control = CacheControl.of(List.of("max-age=" + part.repeat(100_000)));
		assertThat(control.seconds("max-age")).hasSeconds(expected);
	}

	@Test
	void secondsWhenManyZerosThenTheNumberBehindThem() {
		CacheControl control = CacheControl.of(List.of("max-age=" + "0".repeat(100_000) + "7"));
		assertThat(control.seconds("max-age")).hasSeconds(7);
	}

}
