package io.videoplatform.internal.http;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * URLs and text from outside as they may appear in messages and logs: never userinfo,
 * query or fragment, which may hold secrets, and no control characters.
 */
public final class PrintableUrl {

	private static final int LIMIT = 300;

	private static final int MESSAGE_LIMIT = 2_000;

	private static final URI INVALID = URI.create("about:invalid");

	private PrintableUrl() {
	}

	/**
	 * Return the printable form of a URL.
	 * @param url the URL
	 * @return scheme, host, port and path, in ASCII
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
	 * @param text the text
	 * @return the text, with userinfo, query and fragment masked
	 */
	public static String masked(String text) {
		String masked = text;
		int at = text.lastIndexOf('@');
		if (at != -1) {
			int authority = text.indexOf("//");
			masked = ((authority != -1 && authority < at) ? text.substring(0, authority + 2) : "") + "***"
					+ text.substring(at);
		}
		return text(masked.replaceFirst("(?s)([?#]).*", "$1***"));
	}

	/**
	 * Return foreign text as it may appear in a message: cut at 300 characters, control
	 * characters replaced (CWE-117).
	 * @param foreign text from outside
	 * @return printable text
	 */
	public static String text(String foreign) {
		return text(foreign, LIMIT);
	}

	/**
	 * Return a whole message that may quote foreign text: a net for what did not pass
	 * {@link #text(String)}.
	 * @param message the message
	 * @return printable text, cut at 2,000 characters
	 */
	public static String message(String message) {
		return text(message, MESSAGE_LIMIT);
	}

	private static String text(String foreign, int limit) {
		String cut = (foreign.length() > limit) ? foreign.substring(0, limit) + "..." : foreign;
		StringBuilder printable = new StringBuilder(cut.length());
		cut.codePoints().forEach((character) -> printable.appendCodePoint(isPrintable(character) ? character : '?'));
		return printable.toString();
	}

	private static boolean isPrintable(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR,
					Character.PARAGRAPH_SEPARATOR ->
				false;
			default -> true;
		};
	}

}
