package io.videoplatform.login.oidc;

import io.videoplatform.transport.PrintableUrl;

/**
 * Carries why an ID token is refused, as the rest of a sentence that begins with the
 * token, to where its client is known. It never quotes the token.
 */
final class IdTokenRefusal extends RuntimeException {

	private static final long serialVersionUID = 1L;

	IdTokenRefusal(String reason) {
		super(reason, null, false, false);
	}

	String reason() {
		return String.valueOf(getMessage());
	}

	/**
	 * Return a value that the token states as it may be shown.
	 */
	static String quoted(Object foreign) {
		return "'" + PrintableUrl.text(foreign.toString()) + "'";
	}

}
