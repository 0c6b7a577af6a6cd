package io.videoplatform.internal.http;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * URLs and text from outside as they may appear in messages and logs: never userinfo,
 * query or fragment, which may hold secrets, and no control characters.
 */
public final class PrintableUrl {

	private static final int LIMIT = 300;

	private PrintableUrl() {
	}

	/**
	 * Return the printable form of a URL.
	 * @param url the URL
	 * @return scheme, host, port and path
	 */
	public static URI of(URI url) {
		try {
			return new URI(url.getScheme(), null, url.getHost(), url.getPort(), url.getPath(), null, null);
		}
		catch (URISyntaxException ex) {
			return URI.create("about:invalid");
		}
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
		String cut = (foreign.length() > LIMIT) ? foreign.substring(0, LIMIT) + "..." : foreign;
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
