package io.videoplatform.doctor;

/**
 * Checks the way from the root URL to a token: what WebFinger, the provider's
 * configuration, its keys and the token endpoint respond, what is wrong with it, and what
 * to change.
 *
 * <pre class="code">
 * CheckReport report = doctor.check(PlatformClients.DEFAULT);
 * report.findings()
 *     .stream()
 *     .filter((finding) -&gt; finding.verdict() == CheckVerdict.FAILED)
 *     .forEach((finding) -&gt; System.out.println(finding.found() + " " + finding.cure()));
 * </pre>
 *
 * <p>
 * A check requests everything anew by the rules of the starter, and changes nothing of
 * what the application holds. It requests a token by the client's own grant, which it
 * drops; what came with it is revoked where the provider allows that. For a client at
 * which users log in it sends the token endpoint a code that no login has brought, which
 * shows whether the client is accepted. No user's token is touched. It ends within a
 * minute.
 *
 * @since 0.1.0
 */
public interface PlatformDoctor {

	/**
	 * Check a client; blocks until the check has ended.
	 * @param client the client's name
	 * @param listener follows the check
	 * @return the report
	 * @throws IllegalArgumentException if there is no such client
	 */
	CheckReport check(String client, CheckListener listener);

	/**
	 * Check a client without following the check.
	 * @param client the client's name
	 * @return the report
	 * @throws IllegalArgumentException if there is no such client
	 */
	default CheckReport check(String client) {
		return check(client, (rule) -> {
		});
	}

}
