package io.videoplatform.internal.http;

import java.util.regex.Pattern;

import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

/**
 * The {@code Authorization} header of a request (RFC 9110, section 11.6.2).
 */
public final class AuthorizationHeader {

	/**
	 * A header loses spaces at its ends.
	 */
	private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7E](?:[\\x20-\\x7E]*[\\x21-\\x7E])?");

	private AuthorizationHeader() {
	}

	/**
	 * Return whether the header can hold an access token as it is: an opaque text of
	 * visible ASCII characters (RFC 6749, appendix A.12).
	 */
	public static boolean canHold(String accessToken) {
		return TOKEN.matcher(accessToken).matches();
	}

	/**
	 * Return whether a request has the header. An application that passes one on that it
	 * has not received adds {@code null}, an empty value or an empty list: none of them
	 * is sent, or authorizes anything.
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
