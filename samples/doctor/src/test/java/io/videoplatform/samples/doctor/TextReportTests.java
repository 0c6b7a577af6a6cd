package io.videoplatform.samples.doctor;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckReport;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TextReport} and {@link Progress}.
 */
class TextReportTests {

	private static final CheckReport REPORT = CheckReport.of("platform", URI.create("https://api.example.com"),
			Instant.EPOCH,
			List.of(new CheckFinding(CheckRule.CONNECTION, CheckVerdict.PASSED, "Connected", null, null, null),
					new CheckFinding(CheckRule.STORE, CheckVerdict.SKIPPED, "Nodes share nothing", null, null, null),
					new CheckFinding(CheckRule.CLOCK, CheckVerdict.SKIPPED, "No time", null, null, null),
					new CheckFinding(CheckRule.WEBFINGER, CheckVerdict.FAILED, "word ".repeat(50).strip(), "html",
							"It is a page.", "Correct it.")));

	@Test
	void reportWhenNoTerminalThenNoColour() {
		assertThat(new TextReport(false).of(REPORT)).doesNotContain("\u001b")
			.contains("passed    Connection to the API host (RFC 7033, section 4.2)", "Cause: It is a page.",
					"Cure: Correct it.", "skipped   Store, Clocks" + System.lineSeparator(),
					"failed: 1 passed, 2 skipped, 0 warning, 1 failed");
	}

	@Test
	void reportWhenTextIsOfAnotherMachineThenNoControlCharacters() {
		CheckReport report = CheckReport.of("platform", URI.create("https://api.example.com"), Instant.EPOCH,
				List.of(new CheckFinding(CheckRule.TOKEN_REQUEST, CheckVerdict.FAILED,
						"PS256\r\n2026-01-01 ERROR forged \u001b[2J\u202e", null, null, null)));
		assertThat(new TextReport(false).of(report)).contains("PS256??2026-01-01 ERROR forged ?[2J?");
	}

	@Test
	void progressWhenShownThenLeavesNothingBehind() {
		assertThat(progress(true)).startsWith("\r\u001b[KChecking: Store ...").endsWith("\r\u001b[K");
		assertThat(progress(false)).isEmpty();
	}

	private static String progress(boolean shown) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		Progress progress = new Progress(new PrintStream(out, true, StandardCharsets.UTF_8), shown);
		progress.started(CheckRule.STORE);
		progress.clear();
		return out.toString(StandardCharsets.UTF_8);
	}

}
