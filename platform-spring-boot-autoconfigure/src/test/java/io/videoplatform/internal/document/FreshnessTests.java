package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Until when a document is used, for what headers. Times are seconds from its receipt, at
 * 12:00:00.
 */
class FreshnessTests {

	private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");

	private static final RandomGenerator LOWEST = () -> 0;

	private static final RandomGenerator MIDDLE = () -> Long.MIN_VALUE;

	private static final RandomGenerator HIGHEST = () -> -1;

	@ParameterizedTest
	@CsvFileSource(resources = "/document/freshness.csv", delimiter = '|', quoteCharacter = '`', numLinesToSkip = 4)
	void ofWhenStrictThenToTheLetter(String headers, long fresh, long revalidate, long stale, boolean kept) {
		Freshness freshness = Freshness.of(headers(headers), NOW, NOW, settings(true, 60, 1000), MIDDLE);
		assertThat(seconds(freshness.freshUntil())).as("fresh").isEqualTo(fresh);
		assertThat(seconds(freshness.revalidateUntil())).as("revalidate").isEqualTo(revalidate);
		assertThat(seconds(freshness.staleUntil())).as("stale").isEqualTo(stale);
		assertThat(freshness.kept()).as("kept").isEqualTo(kept);
	}

	@ParameterizedTest
	@CsvFileSource(resources = "/document/freshness.csv", delimiter = '|', quoteCharacter = '`', numLinesToSkip = 4)
	void ofWhenDefaultThenFloorAndStaleIfErrorWhateverTheDirectives(String headers, long fresh, long revalidate) {
		Freshness freshness = Freshness.of(headers(headers), NOW, NOW, settings(false, 60, 1000), MIDDLE);
		long floor = Math.max(fresh, 60);
		assertThat(seconds(freshness.freshUntil())).as("fresh").isEqualTo(floor);
		assertThat(seconds(freshness.revalidateUntil())).as("revalidate").isEqualTo(revalidate);
		assertThat(seconds(freshness.staleUntil())).as("stale").isEqualTo(floor + 1000);
		assertThat(freshness.kept()).isTrue();
	}

	@Test
	void ofWhenFloorAndStaleAreZeroThenOnlyHttpCounts() {
		Freshness freshness = Freshness.of(headers("Cache-Control: no-store"), NOW, NOW, settings(false, 0, 0),
				HIGHEST);
		assertThat(freshness.isFresh(NOW)).isFalse();
		assertThat(freshness.staleUntil()).isEqualTo(NOW);
	}

	@Test
	void ofWhenResponseTookLongThenItAgedMeanwhile() {
		Freshness freshness = Freshness.of(headers("Cache-Control: max-age=100"), NOW.minusSeconds(7), NOW,
				settings(true, 0, 0), MIDDLE);
		assertThat(seconds(freshness.freshUntil())).isEqualTo(93);
	}

	@Test
	void isFreshWhenLifetimeEqualsAgeThenStale() {
		Freshness freshness = Freshness.of(headers("Cache-Control: max-age=100"), NOW, NOW, settings(true, 0, 10),
				MIDDLE);
		assertThat(freshness.isFresh(NOW)).isTrue();
		assertThat(freshness.isFresh(NOW.plusSeconds(100).minusNanos(1))).isTrue();
		assertThat(freshness.isFresh(NOW.plusSeconds(100))).isFalse();
	}

	@Test
	void ofWhenStrictThenSpreadOnlyToEarlierAndUsableToTheEndThatHttpStates() {
		for (RandomGenerator random : List.of(LOWEST, HIGHEST)) {
			Freshness freshness = Freshness.of(headers("Cache-Control: max-age=1000, must-revalidate"), NOW, NOW,
					settings(true, 0, 10), random);
			assertThat(freshness.freshUntil()).isCloseTo(NOW.plusSeconds(900), within(1, ChronoUnit.MILLIS));
			assertThat(seconds(freshness.revalidateUntil())).isEqualTo(1000);
			assertThat(seconds(freshness.staleUntil())).isEqualTo(1000);
		}
	}

	@Test
	void ofWhenDefaultThenSpreadToBothSides() {
		Freshness earlier = spread("Cache-Control: max-age=1000", LOWEST);
		Freshness later = spread("Cache-Control: max-age=1000", HIGHEST);
		assertThat(earlier.freshUntil()).isCloseTo(NOW.plusSeconds(900), within(1, ChronoUnit.MILLIS));
		assertThat(earlier.isUsableWhileRevalidated(NOW.plusSeconds(999))).isTrue();
		assertThat(seconds(earlier.staleUntil())).isEqualTo(2000);
		assertThat(later.freshUntil()).isCloseTo(NOW.plusSeconds(1100), within(1, ChronoUnit.MILLIS));
		assertThat(later.staleUntil()).isEqualTo(later.freshUntil().plusSeconds(1000));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Cache-Control: no-store", "Cache-Control: max-age=60", "Cache-Control: max-age=62" })
	void ofWhenFloorThenSpreadOnlyToLater(String headers) {
		assertThat(spread(headers, LOWEST).freshUntil()).isCloseTo(NOW.plusSeconds(66), within(1, ChronoUnit.MILLIS));
		assertThat(spread(headers, HIGHEST).freshUntil()).isBetween(NOW.plusSeconds(65), NOW.plusSeconds(69));
		assertThat(spread(headers, new Random(1)).freshUntil()).isAfterOrEqualTo(NOW.plusSeconds(60));
	}

	private static Freshness spread(String headers, RandomGenerator random) {
		return Freshness.of(headers(headers), NOW, NOW, settings(false, 60, 1000), random);
	}

	private static DocumentSettings settings(boolean strict, long minimum, long stale) {
		return new DocumentSettings(Duration.ofSeconds(minimum), Duration.ofSeconds(stale), strict);
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

}
