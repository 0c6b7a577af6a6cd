package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.http.Backoff;
import io.videoplatform.internal.token.endpoint.TokenRequestException;

/**
 * How long no token request of a client is sent after failures: by what the provider has
 * made of the last one, and no shorter than it asked for (RFC 9110, section 10.2.3).
 */
final class TokenBackoff {

	private static final Duration FIRST_DELAY = Duration.ofMillis(200);

	private static final Duration LONGEST_DELAY = Duration.ofSeconds(5);

	private static final Duration FIRST_DELAY_AFTER_REFUSAL = Duration.ofSeconds(1);

	private static final Duration LONGEST_DELAY_AFTER_REFUSAL = Duration.ofSeconds(60);

	private final RandomGenerator random;

	private final Backoff outage;

	private final Backoff refusal;

	TokenBackoff(RandomGenerator random) {
		this.random = random;
		this.outage = new Backoff(FIRST_DELAY, LONGEST_DELAY, random);
		this.refusal = new Backoff(FIRST_DELAY_AFTER_REFUSAL, LONGEST_DELAY_AFTER_REFUSAL, random);
	}

	/**
	 * Return the pause after what the provider has not decided.
	 */
	Duration afterOutage(int failures) {
		return this.outage.after(failures);
	}

	/**
	 * Return the pause of this node after a request.
	 */
	Duration after(TokenRequestException ex, int failures) {
		Duration account = ex.retryAfter();
		return after(ex, failures, (account != null) ? account : PasswordAttempts.SLOW_PROBE);
	}

	/**
	 * Return the pause of all nodes that share a client's tokens. If the client was
	 * refused, this node pauses alone: another one may have another secret.
	 */
	Duration ofAllNodes(Throwable ex, int failures, int refusals) {
		if (TokenRequestException.refusesClient(ex)) {
			return Duration.ZERO;
		}
		return (ex instanceof TokenRequestException request)
				? after(request, failures, PasswordAttempts.pause(Math.max(1, refusals), this.random))
				: afterOutage(failures);
	}

	private Duration after(TokenRequestException ex, int failures, Duration afterRefusedGrant) {
		Duration delay = switch (ex.outcome()) {
			case NOT_PROCESSED, UNKNOWN -> this.outage.after(failures);
			case GRANT_REFUSED -> afterRefusedGrant;
			case CLIENT_REFUSED -> PasswordAttempts.SLOW_PROBE;
			case REQUEST_REFUSED -> this.refusal.after(failures);
		};
		Duration retryAfter = ex.retryAfter();
		return (retryAfter != null && retryAfter.compareTo(delay) > 0) ? retryAfter : delay;
	}

	/**
	 * Return whether a request may succeed later although nothing is changed.
	 */
	boolean isRetryable(TokenRequestException ex) {
		return switch (ex.outcome()) {
			case NOT_PROCESSED, UNKNOWN -> true;
			case GRANT_REFUSED -> !ex.isCodeExchange() && !PasswordAttempts.SLOW_PROBE.equals(ex.retryAfter());
			case CLIENT_REFUSED, REQUEST_REFUSED -> false;
		};
	}

}
