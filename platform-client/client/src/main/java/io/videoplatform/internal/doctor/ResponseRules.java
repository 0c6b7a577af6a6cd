package io.videoplatform.internal.doctor;

import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

import io.videoplatform.PlatformError;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.document.DocumentResponse;
import io.videoplatform.internal.http.Origin;

import org.springframework.http.HttpHeaders;

/**
 * The rules on the headers of all documents: how long they may be used, and what time
 * their senders have.
 *
 * @param state what the check has found out
 */
record ResponseRules(CheckState state) {

	private static final Duration NOTABLE = Duration.ofSeconds(30);

	/**
	 * As far as the times of a token may differ.
	 */
	private static final Duration TOLERATED = Duration.ofSeconds(60);

	Found caching() {
		Map<String, DocumentResponse<?>> documents = this.state.documents();
		String found = documents.entrySet()
			.stream()
			.map((document) -> document.getKey() + ": " + lifetime(document.getValue()))
			.collect(Collectors.joining("; "));
		return documents.values().stream().noneMatch((document) -> document.stated().isZero()) ? Found.passed(found)
				: Found.warning(found, "Have the host send 'Cache-Control: max-age=' with some minutes,"
						+ " or leave it to 'platform.discovery.min-lifetime'.");
	}

	private String lifetime(DocumentResponse<?> document) {
		if (!document.stated().isZero()) {
			return "%d s".formatted(document.stated().toSeconds());
		}
		String control = document.header(HttpHeaders.CACHE_CONTROL);
		Duration used = document.used();
		return "%s gives it no lifetime, so that it is %s".formatted(
				control.isEmpty() ? "no header 'Cache-Control'"
						: "the header 'Cache-Control' with " + this.state.subject().quoted(control),
				(used.compareTo(Duration.ZERO) > 0) ? "used for %d s".formatted(used.toSeconds())
						: "requested for each use");
	}

	Found clock() {
		DocumentResponse<?> worst = Collections.max(this.state.documents().values(),
				Comparator.comparing(ResponseRules::difference));
		Duration ahead = worst.clockAhead();
		if (ahead == null) {
			return Found.skipped("No response states its time in the header 'Date'");
		}
		Duration difference = ahead.abs();
		if (difference.compareTo(NOTABLE) <= 0) {
			return Found.passed("All clocks agree within %d s".formatted(difference.toSeconds() + 1));
		}
		return Found
			.of((difference.compareTo(TOLERATED) > 0) ? CheckVerdict.FAILED : CheckVerdict.WARNING,
					"The clock of %s is %d s %s that of this machine".formatted(Origin.of(worst.source()),
							difference.toSeconds(), ahead.isNegative() ? "behind" : "ahead of"),
					PlatformError.CLOCK_SKEW);
	}

	private static Duration difference(DocumentResponse<?> document) {
		Duration ahead = document.clockAhead();
		return (ahead != null) ? ahead.abs() : Duration.ofNanos(-1);
	}

}
