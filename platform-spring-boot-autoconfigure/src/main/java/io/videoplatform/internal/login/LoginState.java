package io.videoplatform.internal.login;

import org.jspecify.annotations.Nullable;

/**
 * The {@code state} of an authorization request (RFC 6749, section 4.1.1), which names
 * the registration that the login began with behind a random value. It is no secret and
 * proves nothing: the callback is accepted only if the session holds the same state.
 */
final class LoginState {

	private static final char SEPARATOR = '~';

	private LoginState() {
	}

	static String of(String random, String handle) {
		return random + SEPARATOR + handle;
	}

	/**
	 * Return the handle in a state.
	 * @return the handle, or {@code null} if the state holds none
	 */
	static @Nullable String handle(@Nullable String state) {
		int at = (state != null) ? state.lastIndexOf(SEPARATOR) : -1;
		return (state != null && at >= 0) ? state.substring(at + 1) : null;
	}

}
