package io.videoplatform.internal.document;

import java.time.Duration;

/**
 * The lifetime of a document beyond what HTTP states.
 *
 * @param minLifetime the lifetime of a document to which HTTP gives none
 * @param staleIfError the time after its lifetime in which it is used while it cannot be
 * requested again
 */
public record DocumentSettings(Duration minLifetime, Duration staleIfError) {

	/**
	 * The settings of an application that sets nothing: one minute and 24 hours.
	 */
	public static final DocumentSettings DEFAULTS = new DocumentSettings(Duration.ofMinutes(1), Duration.ofHours(24));

	/**
	 * The longest setting.
	 */
	public static final Duration LONGEST = Duration.ofDays(365);

}
