package io.videoplatform.doctor;

import java.net.URI;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a report returns of its findings.
 */
class CheckReportTests {

	private static final CheckFinding CLOCK = new CheckFinding(CheckRule.CLOCK, CheckVerdict.PASSED,
			"All clocks agree within 1 s", null, null, null);

	private final CheckReport report = CheckReport.of("platform", URI.create("https://api.example.com"), Instant.EPOCH,
			List.of(CLOCK));

	@Test
	void findingWhenRuleWasCheckedThenItsFinding() {
		assertThat(this.report.finding(CheckRule.CLOCK)).containsSame(CLOCK);
	}

	@Test
	void findingWhenRuleWasNotCheckedThenEmpty() {
		assertThat(this.report.finding(CheckRule.STORE)).isEmpty();
	}

}
