package io.videoplatform.login;

import java.time.Duration;
import java.time.Instant;

import io.videoplatform.PlatformException;
import io.videoplatform.login.oidc.OidcProviderUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * That a login cannot go on because the provider does not answer.
 *
 * @param failure what failed
 */
public record LoginOutage(PlatformException failure) {

	private static final long UNKNOWN = 5;

	/**
	 * Return the outage that a failure is, or was caused by.
	 * @param failure the failure
	 * @return the outage, or {@code null} if it is none
	 */
	public static @Nullable LoginOutage in(@Nullable Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof LoginUnavailableException || cause instanceof OidcProviderUnavailableException) {
				return new LoginOutage((PlatformException) cause);
			}
		}
		return null;
	}

	/**
	 * Return after how many seconds a login should be tried again.
	 * @param now the time
	 * @return the seconds, at least one
	 */
	public long retryAfter(Instant now) {
		Instant next = this.failure.getNextAttempt();
		return (next != null) ? Math.max(1, Duration.between(now, next).plusMillis(999).toSeconds()) : UNKNOWN;
	}

}
