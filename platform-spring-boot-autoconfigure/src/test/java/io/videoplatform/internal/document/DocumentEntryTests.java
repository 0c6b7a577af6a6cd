package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.http.HostileText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long a document is used, for what headers. Times are seconds from its receipt, at
 * 12:00:00.
 */
class DocumentEntryTests {

	private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");

	private static final Duration MIN_LIFETIME = Duration.ofSeconds(60);

	private static final Duration STALE_IF_ERROR = Duration.ofSeconds(1000);

	private static final RandomGenerator MIDDLE = () -> Long.MIN_VALUE;

	@ParameterizedTest
	@CsvFileSource(resources = "/document/lifetime.csv", delimiter = '|', quoteCharacter = '`', numLinesToSkip = 3)
	void ofWhenHttpStatesALifetimeThenThatAndElseTheMinimum(String headers, long lifetime) {
		assertThat(received(headers, NOW, MIN_LIFETIME).stated()).hasSeconds(lifetime);
		DocumentEntry<String> document = document(headers, NOW, MIDDLE);
		assertThat(seconds(document.freshUntil())).isEqualTo((lifetime > 0) ? lifetime : 60);
		assertThat(document.refreshAt()).isEqualTo(document.freshUntil());
		assertThat(document.staleUntil()).isEqualTo(document.freshUntil().plusSeconds(1000));
		assertThat(document.fetchedAt()).isEqualTo(NOW);
	}

	@ParameterizedTest
	@CsvSource({ "1,900", "7,6300", "86400,77760000" })
	void ofWhenSpreadThenRefreshedALittleEarlierAndNeverLater(long maxAge, long earliest) {
		DocumentEntry<String> document = document("Cache-Control: max-age=" + maxAge, NOW, () -> 0);
		assertThat(document.freshUntil()).isEqualTo(NOW.plusSeconds(maxAge));
		assertThat(document.refreshAt()).isEqualTo(NOW.plusMillis(earliest));
		assertThat(document("Cache-Control: max-age=" + maxAge, NOW, () -> -1).refreshAt())
			.isBetween(NOW.plusMillis(earliest), document.freshUntil());
	}

	@ParameterizedTest
	@CsvSource({ "100, 7000, 93000", "1, 400, 600", "1, 1000, 60000", "5, 9000, 60000" })
	void ofWhenResponseTookLongThenItAgedMeanwhile(long maxAge, long tookMillis, long expectedMillis) {
		DocumentEntry<String> document = document("Cache-Control: max-age=" + maxAge, NOW.minusMillis(tookMillis),
				MIDDLE);
		assertThat(Duration.between(NOW, document.freshUntil())).hasMillis(expectedMillis);
	}

	private static DocumentEntry<String> document(String headers, Instant requested, RandomGenerator random) {
		return DocumentEntry.of(received(headers, requested, MIN_LIFETIME), STALE_IF_ERROR, random);
	}

	private static DocumentResponse<String> received(String headers, Instant requested, Duration minLifetime) {
		URI url = URI.create("https://host.example.com/document");
		return new DocumentResponse<>("x", url, url, headers(headers), requested, NOW, minLifetime);
	}

	private static HttpHeaders headers(String text) {
		HttpHeaders headers = new HttpHeaders();
		for (String line : text.split(" ;; ")) {
			int colon = line.indexOf(':');
			headers.add(line.substring(0, colon), line.substring(colon + 1).trim());
		}
		return headers;
	}

	private static long seconds(Instant instant) {
		return Duration.between(NOW, instant).toSeconds();
	}

	@Test
	void readWhenLifetimeIsHostileThenEnds() {
		HostileText.feed((text) -> read(HttpHeaders.CACHE_CONTROL, text), "max-age=", "max-age=\"", "no-cache=\"");
		HostileText.feed((text) -> read(HttpHeaders.EXPIRES, text), "Mon, ", "Monday, 01-Jan-",
				"Mon, 01 Jan 2026 10:00:");
		HostileText.feed((text) -> read(HttpHeaders.AGE, text), "0", "1");
	}

	private static void read(String name, String text) {
		HttpHeaders headers = new HttpHeaders();
		headers.add(name, text);
		headers.add(name, text);
		URI url = URI.create("https://host.example.com/document");
		new DocumentResponse<>("x", url, url, headers, Instant.EPOCH, Instant.EPOCH, Duration.ZERO).used();
	}

}
