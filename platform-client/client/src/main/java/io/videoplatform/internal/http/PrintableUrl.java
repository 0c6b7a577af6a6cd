package io.videoplatform.internal.http;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * URLs as they may appear in messages and logs: never userinfo, query or fragment, which
 * may hold secrets, and no control characters.
 */
public final class PrintableUrl {

	private static final URI INVALID = URI.create("about:invalid");

	private PrintableUrl() {
	}

	/**
	 * Return the printable form of a URL.
	 */
	public static URI of(URI url) {
		try {
			return url.isOpaque() ? INVALID : new URI(new URI(parts(url)).toASCIIString());
		}
		catch (URISyntaxException ex) {
			return INVALID;
		}
	}

	/**
	 * What is percent-encoded stays so: a decoded path may hold any character.
	 */
	private static String parts(URI url) {
		String scheme = (url.getScheme() != null) ? url.getScheme() + ":" : "";
		String host = (url.getHost() != null) ? "//" + url.getHost() : "";
		String port = (url.getPort() != -1) ? ":" + url.getPort() : "";
		return scheme + host + port + url.getRawPath();
	}

	/**
	 * Return the printable form of what is meant to be a URL and may be malformed.
	 */
	public static String masked(String text) {
		String masked = text;
		int at = text.lastIndexOf('@');
		if (at != -1) {
			int authority = text.indexOf("//");
			masked = ((authority != -1 && authority < at) ? text.substring(0, authority + 2) : "") + "***"
					+ text.substring(at);
		}
		return PrintableText.of(masked.replaceFirst("(?s)([?#]).*", "$1***"));
	}

}
