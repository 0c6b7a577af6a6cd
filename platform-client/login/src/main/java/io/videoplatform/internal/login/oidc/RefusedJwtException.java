package io.videoplatform.internal.login.oidc;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.PrintableText;

import org.springframework.security.oauth2.jwt.BadJwtException;

/**
 * Thrown when a JWT is refused. The message is the rest of a sentence that begins with
 * the JWT, such as {@code has no 'iss'}; it never quotes the JWT.
 */
final class RefusedJwtException extends BadJwtException {

	private static final long serialVersionUID = 1L;

	static final String UNKNOWN_KEY = "is signed by key %s, which the issuer does not publish";

	static final String WRONG_SIGNATURE = "has a signature that was not made by the issuer's key";

	/**
	 * What to do, for those who see the reason alone.
	 */
	private static final String HINT = "; check both clocks";

	private final PlatformError error;

	private final String kind;

	RefusedJwtException(String reason) {
		this(PlatformError.ID_TOKEN, reason, reason);
	}

	/**
	 * Create a new instance.
	 * @param error the entry of the catalogue
	 * @param kind the reason without what the JWT holds: there are few of them
	 * @param reason the reason
	 */
	RefusedJwtException(PlatformError error, String kind, String reason) {
		super((error == PlatformError.CLOCK_SKEW) ? reason + HINT : reason);
		this.error = error;
		this.kind = kind;
	}

	/**
	 * Return the refusal of a JWT for something that it holds.
	 * @param kind the reason, with {@code %s} for each of the values
	 * @param values what the JWT holds, and what it should
	 */
	static RefusedJwtException of(String kind, Object... values) {
		return new RefusedJwtException(PlatformError.ID_TOKEN, kind, kind.formatted(values));
	}

	/**
	 * Return whether the issuer's JWK set does not contain the key.
	 */
	boolean isOfUnknownKey() {
		return this.kind.equals(UNKNOWN_KEY);
	}

	PlatformError error() {
		return this.error;
	}

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
	 * Return a value of the JWT as it may appear in a message.
	 */
	static String quoted(Object foreign) {
		return "'" + PrintableText.of(foreign.toString()) + "'";
	}

}
