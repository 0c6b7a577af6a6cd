package io.videoplatform.internal.http;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Resolves URI references (RFC 3986, section 5.2), as a {@code Location} is one.
 * {@link URI#resolve(URI)} follows an older specification: it drops the path of the base
 * for {@code ?page=2} and leaves dot segments that lead above the root.
 */
final class UriReferenceResolver {

	/**
	 * {@link URI} accepts other letters, which HTTP clients decode and encode in
	 * different ways.
	 */
	private static final Pattern ASCII = Pattern.compile("[\\x21-\\x7e]*");

	private UriReferenceResolver() {
	}

	/**
	 * Resolve a reference.
	 * @param base the URL of the request, with a host
	 * @param reference an absolute URL or a relative reference
	 * @return the target
	 * @throws IllegalArgumentException if the reference is no URI reference
	 */
	static URI resolve(URI base, String reference) {
		if (!ASCII.matcher(reference).matches()) {
			throw new IllegalArgumentException("Not percent-encoded");
		}
		URI target = URI.create(reference);
		if (target.isAbsolute() && target.getRawAuthority() == null) {
			return target;
		}
		boolean absolute = target.isAbsolute() || target.getRawAuthority() != null;
		String scheme = target.isAbsolute() ? target.getScheme() : base.getScheme();
		String authority = absolute ? target.getRawAuthority() : base.getRawAuthority();
		boolean sameDocument = !absolute && target.getRawPath().isEmpty();
		String path = absolute ? target.getRawPath() : merge(base.getRawPath(), target.getRawPath());
		String query = (sameDocument && target.getRawQuery() == null) ? base.getRawQuery() : target.getRawQuery();
		return URI.create(scheme + "://" + authority + withoutDotSegments(path) + prefixed('?', query)
				+ prefixed('#', target.getRawFragment()));
	}

	private static String merge(String base, String path) {
		if (path.startsWith("/")) {
			return path;
		}
		String nonEmpty = base.isEmpty() ? "/" : base;
		return path.isEmpty() ? nonEmpty : nonEmpty.substring(0, nonEmpty.lastIndexOf('/') + 1) + path;
	}

	/**
	 * Remove the segments {@code .} and {@code ..} (RFC 3986, section 5.2.4).
	 */
	private static String withoutDotSegments(String path) {
		if (!path.contains("/.")) {
			return path;
		}
		Deque<String> kept = new ArrayDeque<>();
		String[] segments = path.substring(1).split("/", -1);
		for (int i = 0; i < segments.length; i++) {
			boolean up = segments[i].equals("..");
			if (up) {
				kept.pollLast();
			}
			boolean dots = up || segments[i].equals(".");
			if (!dots) {
				kept.addLast(segments[i]);
			}
			else if (i == segments.length - 1) {
				kept.addLast("");
			}
		}
		return "/" + String.join("/", kept);
	}

	private static String prefixed(char prefix, @Nullable String part) {
		return (part != null) ? prefix + part : "";
	}

}
