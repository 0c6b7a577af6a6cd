package io.videoplatform.internal.http;

import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

/**
 * The {@code Authorization} header of a request (RFC 9110, section 11.6.2).
 */
public final class AuthorizationHeader {

	private AuthorizationHeader() {
	}

	/**
	 * Return whether a request has the header. An application that passes one on that it
	 * has not received adds {@code null}, an empty value or an empty list: none of them
	 * is sent, or authorizes anything.
	 * @param headers the headers of the request
	 * @return whether a value has text
	 */
	public static boolean isIn(HttpHeaders headers) {
		for (String value : headers.getOrEmpty(HttpHeaders.AUTHORIZATION)) {
			if (StringUtils.hasText(value)) {
				return true;
			}
		}
		return false;
	}

}
