package io.videoplatform.internal.http;

import java.net.URI;
import java.util.Locale;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Scheme, host and port of a parsed URL (RFC 9110, section 4.3.1): what a credential is
 * bound to.
 *
 * @param scheme the scheme, in lower case
 * @param host the host, in lower case
 * @param port the port, the scheme's own if the URL names none
 */
public record Origin(String scheme, String host, int port) {

	/**
	 * Return the origin of a URL.
	 * @throws IllegalArgumentException if the URL has no scheme or no host
	 */
	public static Origin of(URI url) {
		if (url.getScheme() == null || url.getHost() == null) {
			throw new IllegalArgumentException("URL '%s' has no scheme or no host".formatted(PrintableUrl.of(url)));
		}
		return new Origin(url.getScheme().toLowerCase(Locale.ROOT), url.getHost().toLowerCase(Locale.ROOT),
				effectivePort(url.getScheme(), url.getPort()));
	}

	/**
	 * Parse text that is an origin and nothing else, but for a terminating slash.
	 * @throws InvalidUrlException if it is none
	 */
	public static Origin parse(String text) {
		if (text.startsWith("${") && text.endsWith("}")) {
			throw new InvalidUrlException("refers to a variable that is not set");
		}
		if (text.indexOf("://") < 1) {
			throw new InvalidUrlException("has no scheme, or no '//' after it");
		}
		URI url = UrlValidator.parse(text);
		if (url.getRawQuery() != null) {
			throw new InvalidUrlException("has a query");
		}
		if (!url.getRawPath().isEmpty() && !url.getRawPath().equals("/")) {
			throw new InvalidUrlException("has a path");
		}
		return of(url);
	}

	/**
	 * Return the URL that has nothing but this origin.
	 */
	public URI uri() {
		return URI.create(toString());
	}

	/**
	 * Return whether a URL lies in this origin. Only the parsed parts count; a URL with
	 * userinfo never does.
	 */
	public boolean contains(URI url) {
		String urlScheme = url.getScheme();
		return this.scheme.equalsIgnoreCase(urlScheme) && this.host.equalsIgnoreCase(url.getHost())
				&& this.port == effectivePort(urlScheme, url.getPort()) && url.getRawUserInfo() == null;
	}

	private static int effectivePort(@Nullable String scheme, int port) {
		if (port != -1) {
			return port;
		}
		return "https".equalsIgnoreCase(Objects.requireNonNullElse(scheme, "")) ? 443 : 80;
	}

	@Override
	public String toString() {
		boolean isDefault = this.port == effectivePort(this.scheme, -1);
		return this.scheme + "://" + this.host + (isDefault ? "" : ":" + this.port);
	}

}
