package io.videoplatform.discovery;

import java.net.URI;

import io.videoplatform.transport.InvalidUrlException;
import io.videoplatform.transport.Origin;

/**
 * Where a document's request may be redirected to, beyond the checks that every URL
 * passes.
 */
enum RedirectRule {

	/**
	 * Anywhere, but never from https to http (RFC 7033, section 4.2).
	 */
	NEVER_LESS_SECURE {
		@Override
		void check(URI from, URI to) {
			if ("https".equalsIgnoreCase(from.getScheme()) && !"https".equalsIgnoreCase(to.getScheme())) {
				throw new InvalidUrlException("is plain http");
			}
		}
	},

	/**
	 * Within the same origin.
	 */
	SAME_ORIGIN {
		@Override
		void check(URI from, URI to) {
			if (!Origin.of(from).contains(to)) {
				throw new InvalidUrlException("is not on the same origin");
			}
		}
	};

	abstract void check(URI from, URI to);

	/**
	 * Resolve a {@code Location} (RFC 3986, section 5.2), with the two cases that
	 * {@link URI#resolve(URI)} gets wrong.
	 * @param from the URL that answered
	 * @param location the header's value
	 * @return the target
	 */
	static URI resolve(URI from, String location) {
		try {
			URI base = from.getRawPath().isEmpty() ? from.resolve("/") : from;
			String path = location.startsWith("?") ? base.getRawPath() : "";
			return base.resolve(path + location);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidUrlException("is not a URL");
		}
	}

}
