package io.videoplatform.it.proxy;

/**
 * What a client gets instead of the provider's response, after the provider has processed
 * the request.
 *
 * @since 0.1.0
 */
public enum Fault {

	/**
	 * The connection is reset without a byte of the response.
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
