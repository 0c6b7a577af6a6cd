package io.videoplatform.internal.discovery;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.UrlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Scheme and host of the platform's API, checked and normalised once: lower case, no
 * trailing slash, no default port. Two are equal if their URLs are.
 *
 * @param uri the root URL itself
 * @param plainHttpOrigins the origins that may be reached without TLS
 */
public record RootUrl(URI uri, Set<Origin> plainHttpOrigins) {

	/**
	 * The path of a WebFinger query (RFC 7033, section 4).
	 */
	public static final String WEB_FINGER_PATH = "/.well-known/webfinger";

	private static final String PROPERTY = "platform.root-url";

	private static final String ACTION = "Write scheme and host of the platform's API, such as 'https://api.example.com'.";

	public RootUrl {
		plainHttpOrigins = Set.copyOf(plainHttpOrigins);
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
			throw new PlatformConfigurationException(property, null, "is not set", ACTION);
		}
		try {
			RootUrl root = new RootUrl(Origin.parse(value.strip()).uri(), plainHttpOrigins);
			root.urlValidator().check(root.uri);
			return root;
		}
		catch (InvalidUrlException ex) {
			throw ex.inProperty(property, value.strip(), ACTION);
		}
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
		return new UrlValidator(this.plainHttpOrigins, AddressFilter.OFF);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof RootUrl root && this.uri.equals(root.uri);
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
