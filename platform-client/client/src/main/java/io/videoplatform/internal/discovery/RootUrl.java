package io.videoplatform.internal.discovery;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;

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
 * trailing slash, no default port.
 */
public final class RootUrl {

	/**
	 * The path of a WebFinger query (RFC 7033, section 4).
	 */
	public static final String WEB_FINGER_PATH = "/.well-known/webfinger";

	private static final String PROPERTY = "platform.root-url";

	private final URI uri;

	private final Set<Origin> plainHttpOrigins;

	private RootUrl(URI uri, Set<Origin> plainHttpOrigins) {
		this.uri = uri;
		this.plainHttpOrigins = Set.copyOf(plainHttpOrigins);
	}

	/**
	 * Parse and check the value of {@code platform.root-url}.
	 * @throws PlatformConfigurationException if it is missing or malformed, has a path, a
	 * query, a fragment or userinfo, or is plain http where that is not allowed
	 */
	public static RootUrl parse(@Nullable String value, Set<Origin> plainHttpOrigins) {
		return parse(PROPERTY, value, plainHttpOrigins);
	}

	/**
	 * Parse and check the value of a property that holds a root URL.
	 * @throws PlatformConfigurationException as {@link #parse(String, Set)}, naming the
	 * property
	 */
	public static RootUrl parse(String property, @Nullable String value, Set<Origin> plainHttpOrigins) {
		if (value == null || value.isBlank()) {
			throw new PlatformConfigurationException(PlatformError.ROOT_URL, property, null, "is not set");
		}
		Placeholder.refuse(property, value, false);
		String text = value.strip();
		try {
			checkShape(text);
			URI url = new UrlValidator(plainHttpOrigins, new AddressFilter("localhost")).require(text);
			URI root = URI.create(Origin.of(url).toString());
			checkNothingElse(property, text, url, root);
			return new RootUrl(root, plainHttpOrigins);
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

	/**
	 * Name the likely mistakes more exactly than a parser does.
	 */
	private static void checkShape(String text) {
		if (text.indexOf("://") < 1) {
			throw new InvalidUrlException("has no scheme, or no '//' after it");
		}
		if (text.indexOf('@') != -1) {
			throw new InvalidUrlException("has userinfo");
		}
		if (!StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
			throw new InvalidUrlException("is not ASCII: write the host as it is registered, with 'xn--'");
		}
	}

	private static void checkNothingElse(String property, String text, URI url, URI root) {
		String instead = "Write '%s'; the starter adds paths by itself.".formatted(root);
		if (url.getRawQuery() != null) {
			throw invalid(property, text, "has a query", instead);
		}
		if (!url.getRawPath().isEmpty() && !url.getRawPath().equals("/")) {
			throw invalid(property, text, "has a path", instead);
		}
	}

	private static PlatformConfigurationException invalid(String property, String text, String reason, String action) {
		return new PlatformConfigurationException(PlatformError.ROOT_URL, property, PrintableUrl.masked(text), reason,
				action);
	}

	/**
	 * Return the root URL itself.
	 */
	public URI uri() {
		return this.uri;
	}

	/**
	 * Return the URL that all API requests lie below.
	 */
	public URI baseUrl() {
		return URI.create(this.uri + "/v1/");
	}

	/**
	 * Return the URL of the WebFinger query for the base URL (RFC 7033, section 4.1).
	 */
	public URI webFingerUrl() {
		String resource = URLEncoder.encode(baseUrl().toString(), StandardCharsets.UTF_8);
		return URI.create(this.uri + WEB_FINGER_PATH + "?resource=" + resource);
	}

	/**
	 * Return the origin that the token belongs to.
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
