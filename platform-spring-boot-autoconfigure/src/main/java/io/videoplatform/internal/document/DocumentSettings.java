package io.videoplatform.internal.document;

import java.time.Duration;

/**
 * The lifetime of a document beyond what HTTP allows.
 *
 * @param minLifetime the time for which a document counts as fresh whatever its HTTP
 * headers say; not used in strict mode
 * @param staleIfError the time after that in which it is used stale while it cannot be
 * refreshed; in strict mode only where the HTTP headers do not forbid it
 * @param strict whether the HTTP headers are obeyed to the letter (RFC 9111, RFC 5861)
 */
public record DocumentSettings(Duration minLifetime, Duration staleIfError, boolean strict) {

	/**
	 * The settings of an application that sets nothing: one minute and 24 hours.
	 */
	public static final DocumentSettings DEFAULTS = new DocumentSettings(Duration.ofMinutes(1), Duration.ofHours(24),
			false);

	/**
	 * The longest lifetime.
	 */
	public static final Duration LONGEST = Duration.ofDays(365);

}
