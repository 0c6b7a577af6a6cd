package io.videoplatform.internal.login.oidc;

import java.util.function.Supplier;

import io.videoplatform.internal.http.PrintableUrl;

/**
 * Carries why an ID token or another JWT is refused, as the rest of a sentence that
 * begins with the token, to where its client is known. It never quotes the token.
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
	 * Take a step with foreign text. An error of a parser or of a signature's algorithm
	 * refuses the token: Reactor throws it on, past all who wait.
	 */
	static <T> T guarded(Supplier<T> step) {
		try {
			return step.get();
		}
		catch (StackOverflowError | LinkageError ex) {
			throw new IdTokenRefusal("cannot be read (%s)".formatted(ex.getClass().getSimpleName()));
		}
	}

	/**
	 * Return a value that the token states as it may be shown.
	 */
	static String quoted(Object foreign) {
		return "'" + PrintableUrl.text(foreign.toString()) + "'";
	}

}
