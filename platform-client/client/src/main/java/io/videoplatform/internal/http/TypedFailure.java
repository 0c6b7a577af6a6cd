package io.videoplatform.internal.http;

import io.videoplatform.PlatformError;

/**
 * A failure that has a name of a closed set, for metrics and health: what OpenTelemetry
 * calls {@code error.type}.
 */
public interface TypedFailure {

	/**
	 * The name of a failure that has no other.
	 */
	String OTHER = PlatformError.OTHER.getCode();

	/**
	 * Return what the catalogue says of the failure.
	 */
	PlatformError error();

	/**
	 * Return the name: the code of the catalogue, or an HTTP status.
	 */
	default String errorType() {
		return error().getCode();
	}

}
