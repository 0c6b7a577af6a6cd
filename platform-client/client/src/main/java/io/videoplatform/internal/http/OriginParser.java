package io.videoplatform.internal.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Parses properties that list origins.
 */
public final class OriginParser {

	private static final String FORM = "https://host";

	private OriginParser() {
	}

	public static Set<Origin> plainHttp(Set<String> values) {
		return read("platform.plain-http-origins", values, "http://host:port", (origin) -> {
			if (!origin.scheme().equals("http")) {
				throw new InvalidUrlException("has an entry that is not plain http");
			}
		});
	}

	public static Set<Origin> trusted(String property, Set<String> values, Set<Origin> plainHttp) {
		UrlValidator urls = new UrlValidator(plainHttp, AddressFilter.OFF);
		return read(property, values, FORM, (origin) -> urls.check(origin.uri()));
	}

	/**
	 * Parse the origins of pages, in the form of the {@code Origin} header (RFC 6454,
	 * section 7).
	 */
	public static List<String> ofPages(String property, Set<String> values) {
		return read(property, values, FORM, (origin) -> {
			if (!origin.scheme().startsWith("http")) {
				throw new InvalidUrlException("has an entry that is no http or https origin");
			}
		}).stream().map(Origin::toString).toList();
	}

	private static Set<Origin> read(String property, Set<String> values, String form, Consumer<Origin> check) {
		Set<Origin> origins = new LinkedHashSet<>();
		for (String value : values) {
			try {
				Origin origin = Origin.parse(value.trim());
				check.accept(origin);
				origins.add(origin);
			}
			catch (InvalidUrlException ex) {
				throw ex.inProperty(property, value,
						"Write each entry as %s, without path, query or userinfo.".formatted(form));
			}
		}
		return origins;
	}

}
