package io.videoplatform.internal.http;

/**
 * Thrown when no complete response arrived.
 */
public class ExchangeFailedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final boolean sent;

	/**
	 * Create a new instance.
	 * @param message what happened
	 * @param sent whether the server may have processed the request
	 * @param cause the cause
	 */
	public ExchangeFailedException(String message, boolean sent, Throwable cause) {
		super(message, cause);
		this.sent = sent;
	}

	/**
	 * Return whether the server may have processed the request. It is {@code false} only
	 * where that is certain: name resolution, refused connect, TLS handshake.
	 * @return whether the outcome is unknown
	 */
	public boolean mayHaveBeenProcessed() {
		return this.sent;
	}

}
