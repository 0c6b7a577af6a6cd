package io.videoplatform.internal.http;

import io.videoplatform.PlatformError;

/**
 * Thrown when a response is not what its specification says; the message is the rest of a
 * sentence that begins with the response, and never quotes its body.
 */
public class MalformedResponseException extends RuntimeException implements TypedFailure {

	private static final long serialVersionUID = 1L;

	private final PlatformError error;

	public MalformedResponseException(String message) {
		this(PlatformError.MALFORMED, message);
	}

	private MalformedResponseException(PlatformError error, String message) {
		super(message);
		this.error = error;
	}

	/**
	 * Return the exception for a page in place of JSON.
	 */
	static MalformedResponseException ofHtml() {
		return new MalformedResponseException(PlatformError.UNKNOWN_RESOURCE,
				"is HTML, as captive portals and firewalls send it");
	}

	@Override
	public PlatformError error() {
		return this.error;
	}

}
