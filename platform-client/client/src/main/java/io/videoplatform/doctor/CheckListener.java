package io.videoplatform.doctor;

/**
 * Follows a check while it runs.
 *
 * <pre class="code">
 * CheckReport checkAndPrint(PlatformDoctor doctor) {
 *     return doctor.check(PlatformClients.DEFAULT, (rule) -&gt; System.out.println("Checking " + rule));
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public interface CheckListener {

	/**
	 * A rule is being checked, which may take as long as a request does.
	 * @param rule the rule
	 */
	void started(CheckRule rule);

	/**
	 * A rule has been checked.
	 * @param finding what was found
	 */
	default void ended(CheckFinding finding) {
	}

}
