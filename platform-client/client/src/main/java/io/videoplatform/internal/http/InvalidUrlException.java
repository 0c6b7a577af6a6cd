package io.videoplatform.internal.http;

import java.util.Objects;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;

/**
 * Thrown when a URL from outside breaks a rule; the message is the rest of a sentence
 * that begins with what the URL is.
 */
public class InvalidUrlException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final boolean plainHttp;

	public InvalidUrlException(String message) {
		this(message, false);
	}

	private InvalidUrlException(String message, boolean plainHttp) {
		super(message);
		this.plainHttp = plainHttp;
	}

	/**
	 * Return the exception for a URL that would be requested without TLS, which no
	 * property allows.
	 */
	static InvalidUrlException ofPlainHttp(Origin origin) {
		return new InvalidUrlException(
				"is plain http; if %s can only be reached so, list it in 'platform.plain-http-origins'"
					.formatted(origin),
				true);
	}

	/**
	 * Return what stops the start if the URL is the value of a property.
	 */
	public PlatformConfigurationException inProperty(String property, String value, String action) {
		String shown = PrintableUrl.masked(value);
		return this.plainHttp
				? new PlatformConfigurationException(PlatformError.PLAIN_HTTP, property, shown, reason(),
						PlatformError.PLAIN_HTTP.getCure())
				: new PlatformConfigurationException(property, shown, reason(), action);
	}

	private String reason() {
		return Objects.requireNonNullElse(getMessage(), "is not a URL");
	}

}
