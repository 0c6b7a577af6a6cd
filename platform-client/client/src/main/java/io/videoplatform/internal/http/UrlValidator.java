package io.videoplatform.internal.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Validates every URL from outside before it is requested: absolute, https (or plain http
 * to loopback and to origins listed exactly), no userinfo, no fragment, no address nearer
 * than the API host's.
 */
public final class UrlValidator {

	private static final Pattern LOOPBACK = Pattern
		.compile("localhost|127(?:\\.\\d{1,3}){3}|\\[::1]|\\[0:0:0:0:0:0:0:1]");

	/**
	 * What is held of a host that anyone can name stays small.
	 */
	private static final int MAX_LENGTH = 8_000;

	private static final Pattern ASCII = Pattern.compile("[\\x21-\\x7e]+");

	private final Set<Origin> plainHttpOrigins;

	private final AddressFilter addresses;

	public UrlValidator(Set<Origin> plainHttpOrigins, AddressFilter addresses) {
		this.plainHttpOrigins = Set.copyOf(plainHttpOrigins);
		this.addresses = addresses;
	}

	/**
	 * Parse and check a URL.
	 * @throws InvalidUrlException if it is missing, no text or breaks a rule
	 */
	public URI require(@Nullable Object value) {
		if (!(value instanceof String text) || text.isEmpty()) {
			throw new InvalidUrlException((value != null) ? "is not a URL" : "is missing");
		}
		URI url = parse(text);
		check(url);
		return url;
	}

	/**
	 * Check a parsed URL.
	 * @throws InvalidUrlException if it breaks a rule
	 */
	public void check(URI url) {
		checkShape(url);
		String scheme = url.getScheme().toLowerCase(Locale.ROOT);
		boolean plain = scheme.equals("http");
		if (!plain && !scheme.equals("https")) {
			throw new InvalidUrlException("has a scheme other than https");
		}
		Origin origin = Origin.of(url);
		if (plain && !isLoopback(origin.host()) && !this.plainHttpOrigins.contains(origin)) {
			throw InvalidUrlException.ofPlainHttp(origin);
		}
		this.addresses.check(url);
	}

	/**
	 * Parse an absolute URL with a host, whatever its scheme.
	 * @throws InvalidUrlException if it is none
	 */
	static URI parse(String text) {
		if (text.length() > MAX_LENGTH) {
			throw new InvalidUrlException("has more than %d characters".formatted(MAX_LENGTH));
		}
		if (!ASCII.matcher(text).matches()) {
			throw new InvalidUrlException(
					"has characters that must be percent-encoded or, in a host, be written with 'xn--'");
		}
		try {
			URI url = new URI(text);
			checkShape(url);
			return url;
		}
		catch (URISyntaxException ex) {
			throw new InvalidUrlException("is not a URL: " + PrintableText.of(ex.getReason()));
		}
	}

	private static void checkShape(URI url) {
		if (!url.isAbsolute() || url.getHost() == null) {
			String authority = url.getRawAuthority();
			// Docker's networks and some DNS servers allow a name that Java does not
			throw new InvalidUrlException((authority != null && authority.indexOf('_') != -1)
					? "has a host name with an underscore, which a host name must not have (RFC 952): use another name"
					: "is not an absolute URL with a host");
		}
		if (url.getRawUserInfo() != null) {
			throw new InvalidUrlException("has userinfo");
		}
		if (url.getRawFragment() != null) {
			throw new InvalidUrlException("has a fragment");
		}
		if (url.getPort() == 0 || url.getPort() > 65535) {
			throw new InvalidUrlException("has an impossible port");
		}
	}

	/**
	 * Return whether a host as it is written in a URL is the machine itself.
	 */
	public static boolean isLoopback(String host) {
		return LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
	}

}
