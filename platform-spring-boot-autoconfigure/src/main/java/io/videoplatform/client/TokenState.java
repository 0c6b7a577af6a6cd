package io.videoplatform.client;

/**
 * What a held token is good for.
 *
 * @since 0.1.0
 */
public enum TokenState {

	/**
	 * Use it.
	 */
	FRESH,

	/**
	 * Use it; one refresh runs behind.
	 */
	STALE,

	/**
	 * Nothing to use: everybody awaits one flight.
	 */
	EXPIRED,

	/**
	 * A refresh was sent and its outcome is unknown. Use the token while it is valid and
	 * do not refresh: the refresh token may have been used up (RFC 9700, section 4.14.2).
	 */
	IN_DOUBT

}
