package io.videoplatform.doctor;

import java.net.URI;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the check of a client has found, rule by rule. It holds no token, secret or
 * password.
 *
 * <pre class="code">
 * void requireSound(PlatformDoctor doctor) {
 *     CheckReport report = doctor.check(PlatformClients.DEFAULT);
 *     if (report.verdict() == CheckVerdict.FAILED) {
 *         throw new IllegalStateException(report.findings().toString());
 *     }
 * }
 * </pre>
 *
 * @param client the client's name
 * @param rootUrl the root URL of the platform
 * @param checkedAt when the check began
 * @param verdict the worst verdict of all rules
 * @param findings the findings, in the order of the rules
 * @since 0.1.0
 */
public record CheckReport(String client, URI rootUrl, Instant checkedAt, CheckVerdict verdict,
		List<CheckFinding> findings) {

	/**
	 * Create a new instance.
	 */
	public CheckReport {
		findings = List.copyOf(findings);
	}

	/**
	 * Create a report with the worst verdict of its findings.
	 * @param client the client's name
	 * @param rootUrl the root URL of the platform
	 * @param checkedAt when the check began
	 * @param findings the findings, in the order of the rules
	 * @return the report
	 */
	public static CheckReport of(String client, URI rootUrl, Instant checkedAt, List<CheckFinding> findings) {
		CheckVerdict worst = findings.stream()
			.map(CheckFinding::verdict)
			.filter((verdict) -> verdict != CheckVerdict.SKIPPED)
			.max(Comparator.naturalOrder())
			.orElse(CheckVerdict.SKIPPED);
		return new CheckReport(client, rootUrl, checkedAt, worst, findings);
	}

	/**
	 * Return what the check has found by a rule.
	 * @param rule the rule
	 * @return the finding, which each report of {@link PlatformDoctor} has; empty if
	 * there is none
	 */
	public Optional<CheckFinding> finding(CheckRule rule) {
		return this.findings.stream().filter((finding) -> finding.rule() == rule).findFirst();
	}

}
