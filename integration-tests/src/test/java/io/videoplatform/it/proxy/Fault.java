package io.videoplatform.it.proxy;

/**
 * What a client gets instead of the answer that the provider gave, after the provider has
 * committed.
 *
 * @since 0.1.0
 */
public enum Fault {

	/**
	 * The connection is reset without a byte of the answer.
	 */
	RESET,

	/**
	 * The connection ends after the head and half of the body.
	 */
	TRUNCATED,

	/**
	 * A {@code 504 Gateway Timeout} of the proxy's own.
	 */
	GATEWAY_TIMEOUT

}
