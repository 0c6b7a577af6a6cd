package io.videoplatform.internal.discovery;

import java.net.IDN;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.Placeholder;
import io.videoplatform.internal.http.PlainHttpException;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.UrlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Scheme and host of the platform's API, checked and normalised once: lower case, no
 * trailing slash, no default port, an internationalized host as A-labels.
 */
public final class RootUrl {

	/**
	 * The path of a WebFinger query (RFC 7033, section 4).
	 */
	public static final String WEB_FINGER_PATH = "/.well-known/webfinger";

	private static final String PROPERTY = "platform.root-url";

	/**
	 * RFC 1035, section 2.3.4: 255 octets, as a name is sent.
	 */
	private static final int MAX_HOST = 253;

	private static final Pattern SHAPE = Pattern.compile(
			"(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?<authority>[^/?#]*)(?<path>[^?#]*)(?<rest>.*)", Pattern.DOTALL);

	private static final Pattern AUTHORITY = Pattern.compile("(?<host>\\[[^\\]]*]|[^:]*)(?<port>:\\d{0,5})?");

	private final URI uri;

	private final Set<Origin> plainHttpOrigins;

	private RootUrl(URI uri, Set<Origin> plainHttpOrigins) {
		this.uri = uri;
		this.plainHttpOrigins = Set.copyOf(plainHttpOrigins);
	}

	/**
	 * Parse and check the value of {@code platform.root-url}.
	 * @param value the value
	 * @param plainHttpOrigins the origins that may be requested without TLS, besides
	 * loopback
	 * @return the root URL
	 * @throws PlatformConfigurationException if it is missing or malformed, has a path, a
	 * query, a fragment or userinfo, or is plain http where that is not allowed
	 */
	public static RootUrl parse(@Nullable String value, Set<Origin> plainHttpOrigins) {
		return parse(PROPERTY, value, plainHttpOrigins);
	}

	/**
	 * Parse and check the value of a property that holds a root URL.
	 * @param property the full name of the property
	 * @param value the value
	 * @param plainHttpOrigins the origins that may be requested without TLS, besides
	 * loopback
	 * @return the root URL
	 * @throws PlatformConfigurationException as {@link #parse(String, Set)}, naming the
	 * property
	 */
	public static RootUrl parse(String property, @Nullable String value, Set<Origin> plainHttpOrigins) {
		if (value == null || value.isBlank()) {
			throw new PlatformConfigurationException(PlatformError.ROOT_URL, property, null, "is not set");
		}
		Placeholder.refuse(property, value, false);
		String text = value.strip();
		Matcher shape = SHAPE.matcher(text);
		if (!shape.matches()) {
			throw invalid(property, text, "has no scheme, or no '//' after it", PlatformError.ROOT_URL.getCure());
		}
		try {
			URI uri = origin(shape);
			new UrlValidator(plainHttpOrigins, new AddressFilter(uri.getHost())).check(uri);
			checkNothingElse(property, text, shape, uri);
			return new RootUrl(uri, plainHttpOrigins);
		}
		catch (PlainHttpException ex) {
			throw new PlatformConfigurationException(PlatformError.PLAIN_HTTP, property, PrintableUrl.masked(text),
					String.valueOf(ex.getMessage()));
		}
		catch (InvalidUrlException ex) {
			throw invalid(property, text, Objects.requireNonNullElse(ex.getMessage(), "is not a URL"),
					PlatformError.ROOT_URL.getCure());
		}
	}

	private static URI origin(Matcher shape) {
		String authority = shape.group("authority");
		if (authority.indexOf('@') != -1) {
			throw new InvalidUrlException("has userinfo");
		}
		Matcher parts = AUTHORITY.matcher(authority);
		if (!parts.matches() || parts.group("host").isEmpty()) {
			throw new InvalidUrlException("has no valid host");
		}
		String scheme = shape.group("scheme").toLowerCase(Locale.ROOT);
		return uri(scheme + "://" + asciiHost(parts.group("host")) + port(scheme, parts.group("port")));
	}

	private static String asciiHost(String host) {
		if (host.length() > MAX_HOST) {
			throw new InvalidUrlException("has a host of more than %d characters".formatted(MAX_HOST));
		}
		if (host.startsWith("[") && host.indexOf('.') != -1) {
			// Spring's URI builder reads only hexadecimal groups
			throw new InvalidUrlException("has an IPv6 address with decimal numbers: write hexadecimal ones");
		}
		try {
			String lower = host.toLowerCase(Locale.ROOT);
			return StandardCharsets.US_ASCII.newEncoder().canEncode(lower) ? lower : internationalized(lower);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidUrlException("has no valid host");
		}
	}

	/**
	 * Characters that mean others, such as a full-width solidus or a sharp s, are another
	 * host for one reader than for the next (RFC 5895).
	 */
	private static String internationalized(String host) {
		String ascii = IDN.toASCII(host, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
		if (!IDN.toUnicode(ascii).equals(Normalizer.normalize(host, Normalizer.Form.NFC))) {
			throw new InvalidUrlException(
					"has a host with characters that stand for others: write it as it is registered, with 'xn--'");
		}
		return ascii;
	}

	private static String port(String scheme, @Nullable String port) {
		if (port == null || port.length() == 1) {
			return "";
		}
		int number = Integer.parseInt(port.substring(1));
		return (number == (scheme.equals("https") ? 443 : 80)) ? "" : ":" + number;
	}

	private static URI uri(String text) {
		try {
			URI uri = URI.create(text);
			UrlValidator.requireHost(uri, "has no valid host");
			if (!text.equals(uri.getScheme() + "://" + uri.getRawAuthority())) {
				throw new InvalidUrlException("has no valid host");
			}
			return uri;
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidUrlException("has no valid host");
		}
	}

	private static void checkNothingElse(String property, String text, Matcher shape, URI uri) {
		String instead = "Write '%s'; the starter adds paths by itself.".formatted(uri);
		String rest = shape.group("rest");
		if (!rest.isEmpty()) {
			throw invalid(property, text, rest.startsWith("?") ? "has a query" : "has a fragment", instead);
		}
		String path = shape.group("path");
		if (!path.isEmpty() && !path.equals("/")) {
			throw invalid(property, text, "has a path", instead);
		}
	}

	private static PlatformConfigurationException invalid(String property, String text, String reason, String action) {
		return new PlatformConfigurationException(PlatformError.ROOT_URL, property, PrintableUrl.masked(text), reason,
				action);
	}

	/**
	 * Return the root URL itself.
	 * @return {@code https://host[:port]}, without a trailing slash
	 */
	public URI uri() {
		return this.uri;
	}

	/**
	 * Return the URL that all API requests lie below.
	 * @return {@code {root}/v1/}
	 */
	public URI baseUrl() {
		return URI.create(this.uri + "/v1/");
	}

	/**
	 * Return the URL of the WebFinger query for the base URL (RFC 7033, section 4.1).
	 * @return {@code {root}/.well-known/webfinger?resource=...}, percent-encoded once
	 */
	public URI webFingerUrl() {
		String resource = URLEncoder.encode(baseUrl().toString(), StandardCharsets.UTF_8);
		return URI.create(this.uri + WEB_FINGER_PATH + "?resource=" + resource);
	}

	/**
	 * Return the origin that the token belongs to.
	 * @return scheme, host and port
	 */
	public Origin origin() {
		return Origin.of(this.uri);
	}

	UrlValidator urlValidator() {
		return new UrlValidator(this.plainHttpOrigins, new AddressFilter(this.uri.getHost()));
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof RootUrl that && this.uri.equals(that.uri)
				&& this.plainHttpOrigins.equals(that.plainHttpOrigins);
	}

	@Override
	public int hashCode() {
		return this.uri.hashCode();
	}

	@Override
	public String toString() {
		return this.uri.toString();
	}

}
