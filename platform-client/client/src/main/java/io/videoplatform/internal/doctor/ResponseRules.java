package io.videoplatform.internal.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.videoplatform.PlatformError;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.document.ReceivedDocument;
import io.videoplatform.internal.http.Origin;

import org.springframework.http.HttpHeaders;

/**
 * The rules on the headers of all documents: how long they may be used, and what time
 * their senders have.
 */
final class ResponseRules {

	private static final Duration NOTABLE = Duration.ofSeconds(30);

	/**
	 * As far as the times of a token may differ.
	 */
	private static final Duration TOLERATED = Duration.ofSeconds(60);

	private final CheckState state;

	private final Findings findings;

	ResponseRules(CheckState state, Findings findings) {
		this.state = state;
		this.findings = findings;
	}

	CheckFinding caching() {
		CheckRule rule = CheckRule.CACHING;
		if (this.state.documents().isEmpty()) {
			return this.findings.skippedAfter(rule, CheckRule.WEBFINGER);
		}
		List<String> found = new ArrayList<>();
		this.state.documents().forEach((name, document) -> found.add(lifetime(name, document)));
		String sentence = String.join("; ", found);
		boolean all = this.state.documents().values().stream().noneMatch((document) -> document.stated().isZero());
		return all ? this.findings.passed(rule, sentence) : this.findings.warning(rule, sentence, cure());
	}

	private String lifetime(String name, ReceivedDocument<?> document) {
		if (!document.stated().isZero()) {
			return "%s: %d s".formatted(name, document.stated().toSeconds());
		}
		String control = document.header(HttpHeaders.CACHE_CONTROL);
		String reason = control.isEmpty() ? "no header 'Cache-Control'"
				: "the header 'Cache-Control' with " + this.findings.quoted(control);
		Duration used = document.used();
		boolean kept = !used.isZero() && !used.isNegative();
		return "%s: %s gives it no lifetime, so that it is %s".formatted(name, reason,
				kept ? "used for %d s".formatted(used.toSeconds()) : "requested for each use");
	}

	private String cure() {
		String server = "Have the host send 'Cache-Control: max-age=' with some minutes";
		return server + ", or leave it to 'platform.discovery.min-lifetime'.";
	}

	CheckFinding clock() {
		CheckRule rule = CheckRule.CLOCK;
		Map.Entry<String, ReceivedDocument<?>> worst = null;
		for (Map.Entry<String, ReceivedDocument<?>> entry : this.state.documents().entrySet()) {
			if (worst == null || difference(entry.getValue()).compareTo(difference(worst.getValue())) > 0) {
				worst = entry;
			}
		}
		return (worst != null) ? clock(worst.getValue()) : this.findings.skippedAfter(rule, CheckRule.WEBFINGER);
	}

	private CheckFinding clock(ReceivedDocument<?> document) {
		CheckRule rule = CheckRule.CLOCK;
		Duration ahead = document.clockAhead();
		if (ahead == null) {
			return this.findings.skipped(rule, "No response states its time in the header 'Date'");
		}
		Duration difference = ahead.abs();
		String found = "The clock of %s is %d s %s that of this machine".formatted(Origin.of(document.source()),
				difference.toSeconds(), ahead.isNegative() ? "behind" : "ahead of");
		if (difference.compareTo(NOTABLE) <= 0) {
			return this.findings.passed(rule, "All clocks agree within %d s".formatted(difference.toSeconds() + 1));
		}
		return this.findings.of(rule,
				(difference.compareTo(TOLERATED) > 0) ? CheckVerdict.FAILED : CheckVerdict.WARNING, found,
				PlatformError.CLOCK_SKEW);
	}

	private static Duration difference(ReceivedDocument<?> document) {
		Duration ahead = document.clockAhead();
		return (ahead != null) ? ahead.abs() : Duration.ofNanos(-1);
	}

}
