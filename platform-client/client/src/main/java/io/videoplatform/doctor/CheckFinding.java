package io.videoplatform.doctor;

import io.videoplatform.internal.http.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * What a rule has found. It holds no token, secret or password.
 *
 * <pre class="code">
 * String text(CheckFinding finding) {
 *     return (finding.cure() != null) ? finding.found() + ". " + finding.cure() : finding.found();
 * }
 * </pre>
 *
 * @param rule the rule
 * @param title what people call the rule
 * @param specification where the rule is from
 * @param verdict what it has come to
 * @param found what was found, one or more sentences
 * @param code the code of the error, if one was found
 * @param cause what is wrong, if anything is
 * @param cure what to change, if anything should be
 * @since 0.1.0
 */
public record CheckFinding(CheckRule rule, String title, String specification, CheckVerdict verdict, String found,
		@Nullable String code, @Nullable String cause, @Nullable String cure) {

	/**
	 * Create a new instance. What was found may quote other machines: what is not
	 * printable is replaced.
	 */
	public CheckFinding {
		found = PrintableText.ofMessage(found);
	}

	/**
	 * Create a new instance.
	 * @param rule the rule
	 * @param verdict what it has come to
	 * @param found what was found
	 * @param code the code of the error, if one was found
	 * @param cause what is wrong, if anything is
	 * @param cure what to change, if anything should be
	 */
	public CheckFinding(CheckRule rule, CheckVerdict verdict, String found, @Nullable String code,
			@Nullable String cause, @Nullable String cure) {
		this(rule, rule.title(), rule.specification(), verdict, found, code, cause, cure);
	}

}
