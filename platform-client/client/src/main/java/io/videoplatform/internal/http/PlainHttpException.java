package io.videoplatform.internal.http;

import java.net.URI;

/**
 * Thrown when a URL from outside would be requested without TLS, which no property
 * allows.
 */
public class PlainHttpException extends InvalidUrlException {

	private static final long serialVersionUID = 1L;

	PlainHttpException(URI url) {
		super("is plain http; if %s can only be reached so, list it in 'platform.plain-http-origins'"
			.formatted(Origin.of(url)));
	}

}
