package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.http.BoundedResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a response 304, received at 12:10:00, makes of a document received at 12:00:00
 * (RFC 9111, section 4.3.4).
 */
class CachedDocumentTests {

	private static final URI URL = URI.create("https://login.example.com/x");

	private static final DocumentSettings STRICT = new DocumentSettings(Duration.ZERO, Duration.ZERO, true);

	private static final RandomGenerator MIDDLE = () -> Long.MIN_VALUE;

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					Cache-Control: max-age=200                   | X: y                                   | 200
					Cache-Control: max-age=200 ;; Age: 150       | X: y                                   | 200
					Cache-Control: max-age=200 ;; Age: 10        | Age: 50                                | 150
					Cache-Control: max-age=200                   | Cache-Control: max-age=90              | 90
					Cache-Control: max-age=200                   | Cache-Control: no-cache                | 0
					Cache-Control: max-age=200                   | Expires: Sun, 01 Nov 2026 12:20:00 GMT | 200
					Cache-Control: no-cache                      | Cache-Control: max-age=90              | 90
					Expires: Sun, 01 Nov 2026 12:05:00 GMT       | X: y                                   | 0
					Expires: Sun, 01 Nov 2026 12:05:00 GMT ;; Date: Sun, 01 Nov 2026 12:00:00 GMT | X: y  | 0
					Expires: Sun, 01 Nov 2026 12:30:00 GMT ;; Date: Sun, 01 Nov 2026 12:00:00 GMT | X: y  | 1200
					Expires: Sun, 01 Nov 2026 12:05:00 GMT       | Expires: Sun, 01 Nov 2026 12:20:00 GMT | 600
					Expires: Sun, 01 Nov 2026 12:05:00 GMT       | Expires: Sun, 01 Nov 2026 14:20:00 GMT ;; Date: Sun, 01 Nov 2026 14:10:00 GMT | 600
					""")
	void confirmedWhenNotModifiedThenHeadersUpdatedAndAgeStartsAgain(String stored, String confirming, long fresh) {
		CachedDocument<String> confirmed = stored(stored).confirmed(response(304, confirming, 600), STRICT, MIDDLE);
		assertThat(confirmed.value()).isEqualTo("document");
		assertThat(confirmed.freshness().fetchedAt()).isEqualTo(at(600));
		assertThat(Duration.between(at(600), confirmed.freshness().freshUntil())).hasSeconds(fresh);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "-", textBlock = """
			ETag: "a"                                            | X: y        | "a"   | -
			ETag: W/"a"                                          | X: y        | W/"a" | -
			ETag: "a"                                            | ETag: W/"a" | W/"a" | -
			ETag: "a" ;; Last-Modified: x                        | X: y        | "a"   | -
			Last-Modified: Sun, 01 Nov 2026 11:00:00 GMT         | X: y        | -     | Sun, 01 Nov 2026 11:00:00 GMT
			ETag: "ä" ;; Last-Modified: x                        | X: y        | -     | x
			ETag:  ;; Last-Modified: x                           | X: y        | -     | x
			X: y                                                 | X: y        | -     | -
			""")
	void addValidatorWhenConfirmedThenTheLastOneAsItCame(String stored, String confirming, @Nullable String tag,
			@Nullable String modified) {
		HttpHeaders request = new HttpHeaders();
		stored(stored).confirmed(response(304, confirming, 600), STRICT, MIDDLE).addValidator(request);
		assertThat(request.getFirst(HttpHeaders.IF_NONE_MATCH)).isEqualTo(tag);
		assertThat(request.getFirst(HttpHeaders.IF_MODIFIED_SINCE)).isEqualTo(modified);
	}

	@Test
	void ofWhenManyHeadersThenOnlyThoseOfCachingKept() {
		assertThat(stored("Set-Cookie: secret ;; X-Y: z ;; ETag: \"a\"").headers().headerNames())
			.containsExactly("ETag");
	}

	@Test
	void ofWhenHeadersAreLongThenTheyCountAndAreNotKept() {
		CachedDocument<String> stored = stored("Cache-Control: max-age=200, %s ;; ETag: \"%s\" ;; Last-Modified: x"
			.formatted("x".repeat(1_000), "a".repeat(1_000)));
		assertThat(stored.headers().headerNames()).containsExactly("Last-Modified");
		assertThat(Duration.between(at(0), stored.freshness().freshUntil())).hasSeconds(200);
	}

	private static CachedDocument<String> stored(String headers) {
		return CachedDocument.of("document", response(200, headers, 0), STRICT, MIDDLE);
	}

	private static DocumentResponse response(int status, String text, long seconds) {
		HttpHeaders headers = new HttpHeaders();
		for (String line : text.split(" ;; ")) {
			int colon = line.indexOf(':');
			headers.add(line.substring(0, colon), line.substring(colon + 1).trim());
		}
		return new DocumentResponse(new BoundedResponse(status, headers, new byte[0]), URL, at(seconds), at(seconds));
	}

	private static Instant at(long seconds) {
		return Instant.parse("2026-11-01T12:00:00Z").plusSeconds(seconds);
	}

}
