package io.videoplatform.test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.springframework.util.Assert;
import org.springframework.web.util.UriUtils;

/**
 * A path of the API, in one spelling for all that are the same when decoded.
 *
 * @param encoded the path with as many characters encoded as have to be
 */
record StubPath(String encoded) {

	private static final String BASE = "/v1/";

	/**
	 * Return the path that a test means.
	 * @param path a path below the base URL, or one that begins with it; with or without
	 * encoded characters
	 * @throws IllegalArgumentException if it is more or less than a path
	 */
	static StubPath ofTest(String path) {
		Assert.isTrue(!path.contains("://"),
				() -> "'%s' is a URL: stub the path below the base URL, such as 'videos'".formatted(path));
		Assert.isTrue(path.indexOf('?') == -1,
				() -> "'%s' has a query: stub the path, or a request by 'stubFor'".formatted(path));
		Assert.isTrue(path.indexOf('#') == -1,
				() -> "'%s' has a fragment, which no request has: stub the path".formatted(path));
		Assert.isTrue(path.indexOf('{') == -1 && path.indexOf('}') == -1,
				() -> "'%s' has braces: stub each path, or a template of paths by 'stubFor'".formatted(path));
		String absolute = path.startsWith("/") ? path : "/" + path;
		try {
			return ofRequest(absolute.startsWith(BASE) ? absolute : BASE + absolute.substring(1));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					"'%s' has an incomplete encoded character: write '%%25' for '%%'".formatted(path), ex);
		}
	}

	/**
	 * Return the path of a request.
	 * @throws IllegalArgumentException if an encoded character is incomplete
	 */
	static StubPath ofRequest(String path) {
		return new StubPath(Arrays.stream(path.split("/", -1))
			.map((segment) -> UriUtils.encodePathSegment(UriUtils.decode(segment, StandardCharsets.UTF_8),
					StandardCharsets.UTF_8))
			.collect(Collectors.joining("/")));
	}

	boolean matches(String path) {
		return equals(ofRequest(path));
	}

	@Override
	public String toString() {
		return this.encoded;
	}

}
