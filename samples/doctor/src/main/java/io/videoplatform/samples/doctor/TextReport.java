package io.videoplatform.samples.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckReport;
import io.videoplatform.doctor.CheckVerdict;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ansi.AnsiColor;

/**
 * Writes a report for people.
 *
 * @param colour whether verdicts are coloured
 */
record TextReport(boolean colour) {

	private static final int WIDTH = 100;

	private static final int INDENT = 10;

	private static final Map<CheckVerdict, AnsiColor> COLOURS = Map.of(CheckVerdict.PASSED, AnsiColor.GREEN,
			CheckVerdict.SKIPPED, AnsiColor.BRIGHT_BLACK, CheckVerdict.WARNING, AnsiColor.YELLOW, CheckVerdict.FAILED,
			AnsiColor.RED);

	String of(CheckReport report) {
		StringBuilder text = new StringBuilder();
		text.append("Client '%s' at %s%n%n".formatted(report.client(), report.rootUrl()));
		List<String> skipped = new ArrayList<>();
		for (CheckFinding finding : report.findings()) {
			if (finding.verdict() == CheckVerdict.SKIPPED) {
				skipped.add(finding.title());
			}
			else {
				append(text, finding);
			}
		}
		if (!skipped.isEmpty()) {
			text.append("%s %s%n".formatted(verdict(CheckVerdict.SKIPPED, INDENT - 1), String.join(", ", skipped)));
		}
		return text.append("%n%s: %s".formatted(verdict(report.verdict(), 0), counts(report))).toString();
	}

	private void append(StringBuilder text, CheckFinding finding) {
		text.append("%s %s (%s)%n".formatted(verdict(finding.verdict(), INDENT - 1), finding.title(),
				finding.specification()));
		append(text, "", finding.found());
		append(text, "Cause: ", finding.cause());
		append(text, "Cure: ", finding.cure());
	}

	private static void append(StringBuilder text, String label, @Nullable String value) {
		if (value != null) {
			text.append(wrapped(label + value));
		}
	}

	/**
	 * Break a text between words.
	 */
	private static String wrapped(String text) {
		StringBuilder lines = new StringBuilder();
		int column = WIDTH;
		for (String word : text.split(" ")) {
			boolean fits = column + 1 + word.length() <= WIDTH;
			lines.append(fits ? " " : "%n%s".formatted(" ".repeat(INDENT))).append(word);
			column = fits ? column + 1 + word.length() : INDENT + word.length();
		}
		return lines.append(System.lineSeparator()).substring(System.lineSeparator().length());
	}

	private String verdict(CheckVerdict verdict, int width) {
		String name = verdict.name().toLowerCase(Locale.ROOT);
		String padding = " ".repeat(Math.max(0, width - name.length()));
		return (this.colour ? "\u001b[%sm%s\u001b[0m".formatted(COLOURS.get(verdict), name) : name) + padding;
	}

	private static String counts(CheckReport report) {
		return Arrays.stream(CheckVerdict.values())
			.map((verdict) -> "%d %s".formatted(
					report.findings().stream().filter((finding) -> finding.verdict() == verdict).count(),
					verdict.name().toLowerCase(Locale.ROOT)))
			.collect(Collectors.joining(", "));
	}

}
