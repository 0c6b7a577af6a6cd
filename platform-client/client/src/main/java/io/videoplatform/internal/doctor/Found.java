package io.videoplatform.internal.doctor;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import org.jspecify.annotations.Nullable;

/**
 * What a rule has found. Cause and cure of an error are those of the catalogue.
 *
 * @param verdict what the rule has come to
 * @param text what was found
 * @param error the error, or {@code null} if the catalogue does not list it
 * @param cure what to change, if it is no error
 */
record Found(CheckVerdict verdict, String text, @Nullable PlatformError error, @Nullable String cure) {

	static Found passed(String text) {
		return new Found(CheckVerdict.PASSED, text, null, null);
	}

	static Found skipped(String text) {
		return new Found(CheckVerdict.SKIPPED, text, null, null);
	}

	static Found warning(String text, String cure) {
		return new Found(CheckVerdict.WARNING, text, null, cure);
	}

	static Found of(CheckVerdict verdict, String text, PlatformError error) {
		return new Found(verdict, text, error, null);
	}

	static Found of(CheckVerdict verdict, PlatformException failure) {
		return of(verdict, String.valueOf(failure.getMessage()), failure.getError());
	}

	/**
	 * Return what was found and what the engine's own rules have warned of.
	 */
	static Found of(CheckVerdict verdict, String text, PlatformEvent warning) {
		PlatformError error = (warning.error() != null) ? warning.error() : PlatformError.OTHER;
		return of(verdict, "%s. %s".formatted(text, warning.message()), error);
	}

	Found and(String more) {
		return new Found(this.verdict, this.text + ". " + more, this.error, this.cure);
	}

	/**
	 * Return the finding of a rule: messages end with the cure, which findings have
	 * beside them.
	 */
	CheckFinding toFinding(CheckRule rule, ClientPropertyNames properties) {
		if (this.error == null) {
			return new CheckFinding(rule, this.verdict, this.text, null, null, this.cure);
		}
		String cure = this.error.getCure(properties);
		String found = this.text.replace(". " + cure, "").replace(". " + this.error.getCure(), "");
		return new CheckFinding(rule, this.verdict, found, this.error.getCode(), this.error.getCause(), cure);
	}

}
