package io.videoplatform.internal.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import org.jspecify.annotations.Nullable;

/**
 * Parses properties that list origins.
 */
public final class OriginParser {

	private static final Set<String> SCHEMES = Set.of("http", "https");

	private static final int MAX_PORT = 65535;

	/**
	 * Characters of userinfo, a query or a fragment, any of which may be a secret.
	 */
	private static final String UNSHOWABLE = "@?#";

	private static final String PAGE = "https://host";

	private OriginParser() {
	}

	public static Set<Origin> plainHttp(Set<String> values) {
		Set<Origin> origins = new LinkedHashSet<>();
		for (String value : values) {
			Origin origin = read("platform.plain-http-origins", value, "http://host:port");
			if (!origin.scheme().equals("http")) {
				throw malformed("platform.plain-http-origins", value, "has an entry that is not plain http",
						"http://host:port");
			}
			origins.add(origin);
		}
		return origins;
	}

	public static Set<Origin> trusted(String property, Set<String> values, Set<Origin> plainHttp) {
		Set<Origin> origins = new LinkedHashSet<>();
		for (String value : values) {
			Origin origin = read(property, value, "https://host");
			boolean safe = origin.scheme().equals("https") || UrlValidator.isLoopback(origin.host())
					|| plainHttp.contains(origin);
			if (!safe) {
				throw new PlatformConfigurationException(PlatformError.PLAIN_HTTP, property, value,
						"would send the token over plain http",
						"Use https, or list the origin in 'platform.plain-http-origins' too.");
			}
			origins.add(origin);
		}
		return origins;
	}

	/**
	 * Parse the origins of pages, in the form of the {@code Origin} header (RFC 6454,
	 * section 7).
	 */
	public static List<String> ofPages(String property, Set<String> values) {
		return values.stream().map((value) -> {
			if (value.indexOf('*') != -1) {
				throw malformed(property, value, "has an entry with a wildcard", PAGE);
			}
			return read(property, value, PAGE).toString();
		}).distinct().toList();
	}

	private static Origin read(String property, String value, String form) {
		if (!StandardCharsets.US_ASCII.newEncoder().canEncode(value)) {
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, property, shown(value),
					"has an entry that is not ASCII", "Write the host as it is registered, with 'xn--'.");
		}
		try {
			URI uri = new URI(value.trim());
			if (isOrigin(uri)) {
				return Origin.of(uri);
			}
		}
		catch (URISyntaxException ex) {
			throw malformed(property, value, "has an entry that is no URL", form);
		}
		throw malformed(property, value, "has an entry that is no http or https origin", form);
	}

	private static boolean isOrigin(URI uri) {
		return uri.getHost() != null && uri.getScheme() != null
				&& SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT)) && uri.getRawUserInfo() == null
				&& (uri.getRawPath().isEmpty() || uri.getRawPath().equals("/")) && uri.getRawQuery() == null
				&& uri.getRawFragment() == null && uri.getPort() != 0 && uri.getPort() <= MAX_PORT;
	}

	private static PlatformConfigurationException malformed(String property, String value, String reason, String form) {
		return new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, property, shown(value), reason,
				"Write each entry as %s, without path, query or userinfo.".formatted(form));
	}

	private static @Nullable String shown(String value) {
		boolean showable = value.chars().noneMatch((character) -> UNSHOWABLE.indexOf(character) != -1);
		return showable ? PrintableText.of(value) : null;
	}

}
