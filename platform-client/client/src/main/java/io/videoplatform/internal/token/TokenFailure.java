package io.videoplatform.internal.token;

import java.time.Instant;
import java.util.Objects;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.TypedFailure;
import org.jspecify.annotations.Nullable;

/**
 * Why the last flight brought no token, and when the next may start. It makes an
 * exception of its own for each caller: a shared one would collect what every caller
 * suppresses.
 *
 * @param reason what happened, without the next attempt
 * @param count the number of failures in a row
 * @param since when the first of them ended, in milliseconds of the engine's clock
 * @param tookMillis how long the flight took
 * @param nextAttempt when the next flight may start, in milliseconds of the engine's
 * clock, or {@link #NEVER}
 * @param loginAt the registration that the user has to log in at again, if no flight can
 * help any more
 */
record TokenFailure(PlatformAuthorizationException reason, int count, long since, long tookMillis, long nextAttempt,
		@Nullable String loginAt) {

	/**
	 * The time of the next attempt where there will be none.
	 */
	static final long NEVER = Long.MAX_VALUE;

	private static final long QUICK = 50;

	private static final long TIMEOUT = 1_000;

	private static final long LONGEST_PAUSE = 5_500;

	String message() {
		return String.valueOf(this.reason.getMessage());
	}

	Throwable cause() {
		return Objects.requireNonNullElse(this.reason.getCause(), this.reason);
	}

	/**
	 * Whether the next flight may start.
	 */
	boolean isPauseOver(long now) {
		return now >= this.nextAttempt;
	}

	/**
	 * Whether callers should not wait for the end of the next flight: the host has run
	 * into a timeout, or has kept callers waiting more than once.
	 */
	boolean isSlow() {
		return this.tookMillis > TIMEOUT || (this.count > 1 && this.tookMillis > QUICK);
	}

	/**
	 * Whether the token endpoint failed and not discovery, which reports its outages
	 * itself.
	 */
	boolean isOfTokenEndpoint() {
		return this.reason.getStep() == PlatformStep.TOKEN_REQUEST;
	}

	/**
	 * Return when the first of these failures ended, or {@code null} for the end itself
	 * of a login or of the engine.
	 */
	@Nullable Instant failingSince() {
		return (this.nextAttempt != NEVER) ? Instant.ofEpochMilli(this.since) : null;
	}

	/**
	 * Return the name of the cause, of a closed set.
	 */
	String errorType() {
		return (!isFinal() && this.reason.getCause() instanceof TypedFailure typed) ? typed.errorType()
				: this.reason.getError().getCode();
	}

	/**
	 * Whether no flight can help any more.
	 */
	boolean isFinal() {
		return this.loginAt != null;
	}

	/**
	 * Return what happened and what comes next.
	 */
	String report() {
		return message() + outlook(nextAttemptAt());
	}

	private static String outlook(@Nullable Instant nextAttempt) {
		return (nextAttempt != null) ? "; next attempt at " + nextAttempt : "";
	}

	/**
	 * Return when the next flight may start, or {@code null} if there will be none.
	 */
	@Nullable Instant nextAttemptAt() {
		return (this.nextAttempt != NEVER) ? Instant.ofEpochMilli(this.nextAttempt) : null;
	}

	RuntimeException exception() {
		return exception(nextAttemptAt());
	}

	/**
	 * Return the exception for a caller that does not wait for the flight under way to
	 * end. That may end as late, and in the same way, as the last one did: only the one
	 * after it is sure to find a host that is back.
	 */
	RuntimeException exceptionDuringFlight(long startedAt) {
		return exception(Instant.ofEpochMilli(startedAt + this.tookMillis + LONGEST_PAUSE));
	}

	private RuntimeException exception(@Nullable Instant next) {
		return (this.loginAt != null)
				? LoginEndedException.loginRequired(this.loginAt, message(), this.reason.getCause())
				: new PlatformAuthorizationException(message() + outlook(next), this.reason.getError(),
						this.reason.getStep(), this.reason.getUri(), this.reason.isRetryable(), next,
						this.reason.getErrorCode(), this.reason.getCause());
	}

}
