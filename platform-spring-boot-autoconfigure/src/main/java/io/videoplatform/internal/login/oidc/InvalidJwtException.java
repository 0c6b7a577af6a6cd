package io.videoplatform.internal.login.oidc;

import java.util.function.Supplier;

import io.videoplatform.internal.http.PrintableUrl;

/**
 * Thrown when a JWT is refused. The message is the rest of a sentence that begins with
 * the JWT, such as {@code has no 'iss'}; it never quotes the JWT.
 */
final class InvalidJwtException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	InvalidJwtException(String reason) {
		super(reason, null, false, false);
	}

	String reason() {
		return String.valueOf(getMessage());
	}

	/**
	 * Process foreign text. An error of a parser or of a signature algorithm refuses the
	 * JWT: Reactor rethrows errors, so that the publisher would never complete.
	 */
	static <T> T guarded(Supplier<T> step) {
		try {
			return step.get();
		}
		catch (StackOverflowError | LinkageError ex) {
			throw new InvalidJwtException("cannot be read (%s)".formatted(ex.getClass().getSimpleName()));
		}
	}

	/**
	 * Return a value of the JWT as it may appear in a message.
	 */
	static String quoted(Object foreign) {
		return "'" + PrintableUrl.text(foreign.toString()) + "'";
	}

}
