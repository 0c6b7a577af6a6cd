package io.videoplatform.internal.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/**
 * URLs as they may stand in messages and logs: scheme, host, port and path; never
 * userinfo, query or fragment, which may hold secrets.
 */
public final class PrintableUrl {

	private static final int LIMIT = 300;

	private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

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
	 * Return foreign text as it may stand in a message: cut at 300 characters, control
	 * characters replaced (CWE-117).
	 * @param foreign text from outside
	 * @return printable text
	 */
	public static String text(String foreign) {
		String cut = (foreign.length() > LIMIT) ? foreign.substring(0, LIMIT) + "..." : foreign;
		return UNPRINTABLE.matcher(cut).replaceAll("?");
	}

}
