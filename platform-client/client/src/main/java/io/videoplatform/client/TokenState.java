package io.videoplatform.client;

/**
 * What a held token is good for.
 *
 * <pre class="code">
 * TokenStatus token = client.snapshot().token();
 * boolean usable = token != null &amp;&amp; token.state() != TokenState.EXPIRED;
 * </pre>
 *
 * @since 0.1.0
 */
public enum TokenState {

	/**
	 * The token is used.
	 */
	FRESH,

	/**
	 * The token is used while one refresh runs in the background.
	 */
	STALE,

	/**
	 * There is no usable token: all callers wait for one flight.
	 */
	EXPIRED,

	/**
	 * A refresh was sent and its outcome is unknown. The token is used while it is valid
	 * and not refreshed: the refresh token may have been used up (RFC 9700, section
	 * 4.14.2).
	 */
	IN_DOUBT

}
