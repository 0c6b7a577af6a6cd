package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Instant;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.TypedFailure;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Why the last flight brought no token, and when the next may start. It makes an
 * exception of its own for each caller: a shared one would collect what every caller
 * suppresses.
 *
 * @param message what happened, without the next attempt
 * @param error the entry of the catalogue
 * @param cure the entry that says what to do
 * @param step the step that failed
 * @param uri the URL of the request
 * @param retryable whether it may pass by itself
 * @param errorCode the OAuth 2.0 error code
 * @param cause the cause
 * @param count the number of failures in a row
 * @param since when the first of them ended, in milliseconds of the engine's clock
 * @param tookMillis how long the flight took in real time
 * @param failedAt when it ended, in milliseconds of the engine's clock
 * @param pause how long no other flight starts from then on, in milliseconds, or
 * {@link #NEVER}
 * @param loginAt the registration that the user has to log in at again, if no flight can
 * help any more
 */
record TokenFailure(String message, PlatformError error, PlatformError cure, PlatformStep step, @Nullable URI uri,
		boolean retryable, @Nullable String errorCode, Throwable cause, int count, long since, long tookMillis,
		long failedAt, long pause, @Nullable String loginAt) {

	/**
	 * The pause, and the time of the next attempt, where there will be none.
	 */
	static final long NEVER = Long.MAX_VALUE;

	private static final long QUICK = 50;

	private static final long TIMEOUT = 1_000;

	private static final long LONGEST_PAUSE = 5_500;

	/**
	 * When the next flight may start, or {@link #NEVER}.
	 */
	long nextAttempt() {
		return (this.pause != NEVER) ? this.failedAt + this.pause : NEVER;
	}

	/**
	 * Whether the next flight may start.
	 */
	boolean isPauseOver(long now) {
		return this.pause != NEVER && now - this.failedAt >= this.pause;
	}

	/**
	 * Whether there is a time before which no other flight starts.
	 */
	boolean isPaused() {
		return this.pause != 0 && this.pause != NEVER;
	}

	/**
	 * Whether the store did not respond.
	 */
	boolean isOfUnavailableStore() {
		return this.cause instanceof StoreUnavailableException;
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
		return this.step == PlatformStep.TOKEN_REQUEST;
	}

	/**
	 * Return when the first of these failures ended, or {@code null} for the end itself
	 * of a login or of the engine.
	 */
	@Nullable Instant failingSince() {
		return (this.pause != NEVER) ? Instant.ofEpochMilli(this.since) : null;
	}

	/**
	 * Return this failure as one more of those that began at a time.
	 */
	TokenFailure since(long began) {
		return with(began, this.pause);
	}

	/**
	 * Return this failure with a next flight that may start at once.
	 */
	TokenFailure withoutPause() {
		return with(this.since, 0);
	}

	private TokenFailure with(long since, long pause) {
		return new TokenFailure(this.message, this.error, this.cure, this.step, this.uri, this.retryable,
				this.errorCode, this.cause, this.count, since, this.tookMillis, this.failedAt, pause, this.loginAt);
	}

	/**
	 * Return the name of the cause, of a closed set.
	 */
	String errorType() {
		if (!isFinal() && this.cause instanceof TypedFailure typed) {
			return typed.errorType();
		}
		return this.error.getCode();
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
		return this.message + ((this.pause != NEVER) ? outlook(nextAttempt()) : "");
	}

	private static String outlook(long nextAttempt) {
		return "; next attempt at " + Instant.ofEpochMilli(nextAttempt);
	}

	/**
	 * Return when the next flight may start, or {@code null} if there will be none.
	 */
	@Nullable Instant nextAttemptAt() {
		return (this.pause != NEVER) ? Instant.ofEpochMilli(nextAttempt()) : null;
	}

	RuntimeException exception() {
		return exception(nextAttempt());
	}

	/**
	 * Return the exception of a request that says nothing of the next one.
	 */
	RuntimeException exceptionWithoutOutlook() {
		return exception(NEVER);
	}

	/**
	 * Return the exception for a caller that does not wait for the flight under way to
	 * end. That may end as late, and in the same way, as the last one did: only the one
	 * after it is sure to find a host that is back.
	 */
	RuntimeException exceptionDuringFlight(long startedAt) {
		return exception(startedAt + this.tookMillis + LONGEST_PAUSE);
	}

	private RuntimeException exception(long nextAttempt) {
		if (this.loginAt != null) {
			return LoginRequired.at(this.loginAt, this.message, this.cause);
		}
		Instant next = (nextAttempt != NEVER) ? Instant.ofEpochMilli(nextAttempt) : null;
		return new PlatformAuthorizationException(this.message + ((next != null) ? outlook(nextAttempt) : ""),
				this.error, this.step, this.uri, this.retryable, next, this.errorCode, this.cause);
	}

}
