package io.videoplatform.internal.http;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a response is not what its specification says; the message is the rest of a
 * sentence that begins with the response, and never quotes its body.
 */
public class MalformedResponseException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Create a new instance.
	 * @param message what is wrong with the response
	 * @param cause the cause
	 */
	public MalformedResponseException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
