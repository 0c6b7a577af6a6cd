package io.videoplatform.internal.doctor;

import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.discovery.ClientProperties;
import io.videoplatform.internal.http.PrintableText;

/**
 * Creates findings. Causes and cures are those of the catalogue of errors.
 *
 * @param properties the properties that the client is described by
 * @param redaction takes the client's secrets out of a text
 */
record Findings(ClientProperties properties, UnaryOperator<String> redaction) {

	/**
	 * Return what another machine has said as it may be shown: without the client's
	 * secrets, which are taken out before it is cut.
	 */
	String quoted(String foreign) {
		return "'%s'".formatted(PrintableText.of(this.redaction.apply(foreign)));
	}

	CheckFinding passed(CheckRule rule, String found) {
		return new CheckFinding(rule, CheckVerdict.PASSED, found, null, null, null);
	}

	CheckFinding skipped(CheckRule rule, String found) {
		return new CheckFinding(rule, CheckVerdict.SKIPPED, found, null, null, null);
	}

	/**
	 * Return the finding of a rule that depends on another one.
	 */
	CheckFinding skippedAfter(CheckRule rule, CheckRule failed) {
		return skipped(rule, "Not checked, because '%s' has not passed".formatted(failed.title()));
	}

	/**
	 * Return the finding of a rule on what is no error, so that the catalogue does not
	 * list it.
	 */
	CheckFinding warning(CheckRule rule, String found, String cure) {
		return new CheckFinding(rule, CheckVerdict.WARNING, found, null, null, cure);
	}

	CheckFinding warning(CheckRule rule, String found, PlatformError error) {
		return of(rule, CheckVerdict.WARNING, found, error);
	}

	CheckFinding failed(CheckRule rule, String found, PlatformError error) {
		return of(rule, CheckVerdict.FAILED, found, error);
	}

	CheckFinding failed(CheckRule rule, PlatformException failure) {
		return failed(rule, describe(failure), failure.getError());
	}

	/**
	 * Return the finding of a rule on what the engine's own rules have warned of.
	 */
	CheckFinding of(CheckRule rule, CheckVerdict verdict, String found, PlatformEvent warning) {
		PlatformError error = Objects.requireNonNullElse(warning.error(), PlatformError.OTHER);
		return of(rule, verdict, "%s. %s".formatted(found, describe(warning.message(), error)), error);
	}

	CheckFinding of(CheckRule rule, CheckVerdict verdict, String found, PlatformError error) {
		return new CheckFinding(rule, verdict, found, error.getCode(), error.getCause(),
				error.getCure(this.properties));
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
		return Stream.of(error.getCure(this.properties), error.getCure())
			.map((cure) -> ". " + cure)
			.filter(message::endsWith)
			.findFirst()
			.map((end) -> message.substring(0, message.length() - end.length()))
			.orElse(message);
	}

}
