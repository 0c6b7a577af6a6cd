package io.videoplatform.internal.login.oidc;

import java.util.function.Supplier;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.PrintableText;

/**
 * Thrown when a JWT is refused. The message is the rest of a sentence that begins with
 * the JWT, such as {@code has no 'iss'}; it never quotes the JWT.
 */
final class InvalidJwtException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * What to do, for those who see the reason alone.
	 */
	private static final String HINT = "; check both clocks";

	private final PlatformError error;

	private final String kind;

	private final boolean keyUnknown;

	InvalidJwtException(String reason) {
		this(PlatformError.ID_TOKEN, reason, reason, false);
	}

	private InvalidJwtException(PlatformError error, String kind, String reason, boolean keyUnknown) {
		super(reason, null, false, false);
		this.error = error;
		this.kind = kind;
		this.keyUnknown = keyUnknown;
	}

	/**
	 * Return the refusal of a JWT for something that it holds.
	 * @param kind the reason, with {@code %s} for each of the values
	 * @param values what the JWT holds, and what it should
	 */
	static InvalidJwtException of(String kind, Object... values) {
		return new InvalidJwtException(PlatformError.ID_TOKEN, kind, kind.formatted(values), false);
	}

	/**
	 * Return the refusal of a signature by a key that the issuer's JWK set does not
	 * contain.
	 */
	static InvalidJwtException ofUnknownKey(String keyId) {
		String kind = "is signed by key %s, which the issuer does not publish";
		return new InvalidJwtException(PlatformError.ID_TOKEN, kind, kind.formatted(quoted(keyId)), true);
	}

	/**
	 * Return the refusal of a time that the clock contradicts.
	 * @param kind the reason, with {@code %s} for each of the times
	 * @param times the times
	 */
	static InvalidJwtException ofClocks(String kind, Object... times) {
		return new InvalidJwtException(PlatformError.CLOCK_SKEW, kind, kind.formatted(times) + HINT, false);
	}

	boolean isOfUnknownKey() {
		return this.keyUnknown;
	}

	PlatformError error() {
		return this.error;
	}

	/**
	 * Return the reason without what the JWT holds: there are few of them.
	 */
	String kind() {
		return this.kind;
	}

	String reason() {
		return String.valueOf(getMessage());
	}

	/**
	 * Return a message for the log, which says what to do at its end, in the words of the
	 * catalogue, and nowhere else.
	 * @param error the entry of the catalogue
	 * @param message a message with the reason, without the full stop
	 * @param client the client that the JWT is meant for
	 */
	static String explain(PlatformError error, String message, OidcClient client) {
		return client.explain(error, message.replace(HINT, ""));
	}

	/**
	 * Return the exception for a JWT that is refused for its times only: the same may be
	 * accepted when the clocks agree.
	 * @param step the step that failed
	 * @param message a message with the reason, without the full stop
	 * @param client the client that the JWT is meant for
	 */
	OidcProviderUnavailableException unavailable(PlatformStep step, String message, OidcClient client) {
		return new OidcProviderUnavailableException(explain(this.error, message, client), this.error, step, null, null,
				null);
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
			throw unreadable(ex);
		}
	}

	/**
	 * Read what a JWT holds. Whatever a converter throws refuses the JWT.
	 */
	static <T> T read(Supplier<T> step) {
		try {
			return step.get();
		}
		catch (InvalidJwtException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			throw unreadable(ex);
		}
	}

	private static InvalidJwtException unreadable(Throwable ex) {
		return new InvalidJwtException("cannot be read (%s)".formatted(ex.getClass().getSimpleName()));
	}

	/**
	 * Return a value of the JWT as it may appear in a message.
	 */
	static String quoted(Object foreign) {
		return "'" + PrintableText.of(foreign.toString()) + "'";
	}

}
