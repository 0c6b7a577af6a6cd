package io.videoplatform.doctor;

/**
 * What a rule, or a whole check, has come to.
 *
 * @since 0.1.0
 */
public enum CheckVerdict {

	/**
	 * All is well.
	 */
	PASSED,

	/**
	 * It was not checked: it does not concern the client, or something that it depends on
	 * has failed.
	 */
	SKIPPED,

	/**
	 * It works, and something should be changed.
	 */
	WARNING,

	/**
	 * It does not work.
	 */
	FAILED

}
