package io.videoplatform.internal.http;

/**
 * Thrown when a URL from outside breaks a rule; the message is the rest of a sentence
 * that begins with what the URL is.
 */
public class InvalidUrlException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	public InvalidUrlException(String message) {
		super(message);
	}

}
