package io.videoplatform.internal.doctor;

import java.util.Objects;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.http.PrintableText;

/**
 * Creates the findings of a rule. Causes and cures are those of the catalogue of errors.
 *
 * @param rule the rule
 * @param subject the client that is checked
 */
record Findings(CheckRule rule, CheckSubject subject) {

	/**
	 * Return what another machine has said as it may be shown: without the client's
	 * secrets, which are taken out before it is cut.
	 */
	String quoted(String foreign) {
		return "'%s'".formatted(PrintableText.of(this.subject.redacted(foreign)));
	}

	CheckFinding passed(String found) {
		return new CheckFinding(this.rule, CheckVerdict.PASSED, found, null, null, null);
	}

	CheckFinding skipped(String found) {
		return new CheckFinding(this.rule, CheckVerdict.SKIPPED, found, null, null, null);
	}

	/**
	 * Return a finding on what is no error, so that the catalogue does not list it.
	 */
	CheckFinding warning(String found, String cure) {
		return new CheckFinding(this.rule, CheckVerdict.WARNING, found, null, null, cure);
	}

	CheckFinding warning(String found, PlatformError error) {
		return of(CheckVerdict.WARNING, found, error);
	}

	CheckFinding failed(String found, PlatformError error) {
		return of(CheckVerdict.FAILED, found, error);
	}

	/**
	 * Return a finding on what the engine's own rules have warned of.
	 */
	CheckFinding of(CheckVerdict verdict, String found, PlatformEvent warning) {
		PlatformError error = Objects.requireNonNullElse(warning.error(), PlatformError.OTHER);
		return of(verdict, "%s. %s".formatted(found, describe(warning.message(), error)), error);
	}

	CheckFinding of(CheckVerdict verdict, String found, PlatformError error) {
		return new CheckFinding(this.rule, verdict, found, error.getCode(), error.getCause(),
				error.getCure(this.subject.properties()));
	}

	/**
	 * Return the message of a failure without the cure at its end.
	 */
	String describe(PlatformException failure) {
		return describe(String.valueOf(failure.getMessage()), failure.getError());
	}

	/**
	 * Return a message without the cure at its end, which a finding has beside it.
	 */
	String describe(String message, PlatformError error) {
		return Stream.of(error.getCure(this.subject.properties()), error.getCure())
			.map((cure) -> ". " + cure)
			.filter(message::endsWith)
			.findFirst()
			.map((end) -> message.substring(0, message.length() - end.length()))
			.orElse(message);
	}

}
