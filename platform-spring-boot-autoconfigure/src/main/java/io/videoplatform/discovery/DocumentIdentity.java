package io.videoplatform.discovery;

import java.net.URI;
import java.time.Instant;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformStep;
import io.videoplatform.transport.PrintableUrl;
import org.jspecify.annotations.Nullable;

/**
 * What a document is called in messages.
 *
 * @param step the step that reads it
 * @param url its URL, without query
 */
record DocumentIdentity(PlatformStep step, URI url) {

	static DocumentIdentity of(PlatformStep step, URI url) {
		return new DocumentIdentity(step, PrintableUrl.of(url));
	}

	/**
	 * Return what a caller is told.
	 * @param failed the attempt that failed
	 * @param flight the attempt that goes on
	 * @return a new exception
	 */
	PlatformDiscoveryException exception(FailedAttempt failed, @Nullable Flight<?> flight) {
		DiscoveryFailure reason = failed.reason();
		PlatformStep failedStep = reason.isUntrusted() ? PlatformStep.ISSUER_TRUST : this.step;
		Instant next = nextAttempt(failed, flight);
		String message = "%s at %s failed: %s; next attempt at %s".formatted(failedStep, this.url, reason.getMessage(),
				next);
		return new PlatformDiscoveryException(message, failedStep, this.url, reason.isRetryable(), next,
				reason.getCause());
	}

	// While an attempt goes on that may fail as late as the last one did, only the one
	// after it is sure to find a host that is back.
	private static Instant nextAttempt(FailedAttempt failed, @Nullable Flight<?> flight) {
		if (flight == null) {
			return failed.nextAttempt();
		}
		return flight.started().plus(failed.took()).plus(RetrySchedule.longestAfter(failed));
	}

}
