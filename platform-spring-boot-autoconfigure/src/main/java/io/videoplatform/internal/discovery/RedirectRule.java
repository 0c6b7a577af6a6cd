package io.videoplatform.internal.discovery;

import java.net.URI;

import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.UriReferences;

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
	 * Resolve a {@code Location} (RFC 9110, section 10.2.2).
	 * @param from the URL that answered
	 * @param location the header's value
	 * @return the target
	 */
	static URI resolve(URI from, String location) {
		try {
			return UriReferences.resolve(from, location);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidUrlException("is not a URL");
		}
	}

}
