package io.videoplatform.autoconfigure;

import io.videoplatform.PlatformError;

/**
 * Thrown when code names a client that no property describes.
 */
final class UnknownClientException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	private final String description;

	UnknownClientException(String description) {
		super(PlatformError.UNKNOWN_CLIENT.explain(description));
		this.description = description;
	}

	/**
	 * Return what is wrong, without what to do.
	 */
	String description() {
		return this.description;
	}

}
