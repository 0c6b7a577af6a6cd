package io.videoplatform.internal.discovery;

import java.net.URI;
import java.util.List;

import io.videoplatform.internal.http.InvalidUrlException;

/**
 * What an issuer link leads to: the issuer, and the URL of its configuration. The link
 * holds the document's URL, in the shape of OpenID Connect Discovery 1.0 (section 4) or
 * of RFC 8414 (section 3), or the issuer itself.
 *
 * @param issuer the issuer that follows from the link
 * @param documentUrl the URL of the configuration
 */
public record IssuerLocation(String issuer, URI documentUrl) {

	private static final String SUFFIX = "/.well-known/openid-configuration";

	private static final List<String> SUFFIXES = List.of(SUFFIX, "/.well-known/oauth-authorization-server");

	static IssuerLocation of(URI link) {
		String path = link.getRawPath();
		String origin = link.getScheme() + "://" + link.getRawAuthority();
		String trimmed = withoutSlash(path);
		for (String suffix : SUFFIXES) {
			if (trimmed.endsWith(suffix)) {
				return new IssuerLocation(origin + trimmed.substring(0, trimmed.length() - suffix.length()), link);
			}
			if (path.startsWith(suffix + "/")) {
				return new IssuerLocation(origin + path.substring(suffix.length()), link);
			}
		}
		if (link.getRawQuery() != null) {
			throw new InvalidUrlException("is an issuer with a query");
		}
		return new IssuerLocation(link.toString(), URI.create(withoutSlash(link.toString()) + SUFFIX));
	}

	/**
	 * Return whether a document found here may state an issuer. An issuer has the same
	 * document URL with and without a terminating slash.
	 */
	boolean belongsTo(String stated) {
		return withoutSlash(this.issuer).equals(withoutSlash(stated));
	}

	private static String withoutSlash(String text) {
		return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
	}

}
