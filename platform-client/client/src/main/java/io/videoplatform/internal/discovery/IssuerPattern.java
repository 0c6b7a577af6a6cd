package io.videoplatform.internal.discovery;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.UrlValidator;
import org.jspecify.annotations.Nullable;

/**
 * A trusted issuer: exact text, or {@code https://*.vendor.example} for every host one or
 * more labels below a domain, on the same port and, if the pattern has a path, below that
 * path.
 *
 * @param text the pattern as it was written
 * @param parent an URL whose host is the domain that issuers lie below, or {@code null}
 * if the text is an exact issuer
 */
record IssuerPattern(String text, @Nullable URI parent) {

	private static final String WILDCARD = "https://*.";

	private static final Pattern DOT_SEGMENT = Pattern.compile("(?i)(?:^|/)(?:\\.|%2e){1,2}(?:/|$)|%2f|%5c");

	static IssuerPattern parse(String text, UrlValidator urls) {
		boolean wildcard = text.startsWith(WILDCARD);
		String url = wildcard ? "https://" + text.substring(WILDCARD.length()) : text;
		if (url.indexOf('*') != -1) {
			throw new InvalidUrlException("has a '*' elsewhere than in 'https://*.' at its beginning");
		}
		URI parent = urls.require(url);
		if (parent.getRawQuery() != null) {
			throw new InvalidUrlException("has a query");
		}
		if (wildcard && !isDomain(parent.getHost())) {
			throw new InvalidUrlException("has a '*' that is not followed by a domain of two or more labels");
		}
		return new IssuerPattern(text, wildcard ? parent : null);
	}

	private static boolean isDomain(String host) {
		int dot = host.indexOf('.');
		boolean address = host.startsWith("[") || Character.isDigit(host.charAt(host.length() - 1));
		return !address && dot != -1 && dot < host.length() - 1;
	}

	boolean matches(String issuer) {
		return (this.parent != null) ? liesBelow(this.parent, issuer) : this.text.equals(issuer);
	}

	private static boolean liesBelow(URI parent, String issuer) {
		try {
			URI url = new URI(issuer);
			return url.getHost() != null && url.getRawUserInfo() == null && url.getRawQuery() == null
					&& url.getRawFragment() == null && sameSchemeAndPort(parent, url)
					&& url.getHost().toLowerCase(Locale.ROOT).endsWith("." + parent.getHost().toLowerCase(Locale.ROOT))
					&& pathLiesBelow(parent.getRawPath(), url.getRawPath());
		}
		catch (URISyntaxException ex) {
			return false;
		}
	}

	private static boolean sameSchemeAndPort(URI parent, URI url) {
		return "https".equalsIgnoreCase(url.getScheme()) && Origin.of(parent).port() == Origin.of(url).port();
	}

	private static boolean pathLiesBelow(String parent, String path) {
		String prefix = parent.endsWith("/") ? parent.substring(0, parent.length() - 1) : parent;
		if (prefix.isEmpty()) {
			return true;
		}
		boolean below = path.equals(prefix) || path.startsWith(prefix + "/");
		return below && !DOT_SEGMENT.matcher(path).find();
	}

}
