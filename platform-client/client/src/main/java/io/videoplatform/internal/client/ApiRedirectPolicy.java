package io.videoplatform.internal.client;

import java.net.URI;

import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.RedirectPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Which of the API's redirects are followed: those within its own origin, for GET and
 * HEAD. All others reach the caller unchanged.
 *
 * @param trusted knows the API's origin
 */
record ApiRedirectPolicy(TrustedOrigins trusted) {

	/**
	 * Return whether redirects of a request are followed.
	 */
	boolean apply(HttpMethod method, URI url) {
		return (method == HttpMethod.GET || method == HttpMethod.HEAD) && this.trusted.isRoot(url);
	}

	/**
	 * Return where a response leads.
	 * @param url the URL that was requested
	 * @return the target, or {@code null} if the caller gets the response
	 */
	static @Nullable URI target(URI url, int status, HttpHeaders headers) {
		String location = RedirectPolicy.isRedirect(status) ? headers.getFirst(HttpHeaders.LOCATION) : null;
		if (location == null) {
			return null;
		}
		try {
			return RedirectPolicy.SAME_ORIGIN.target(url, location);
		}
		catch (InvalidUrlException ex) {
			// Not followed: the caller sees the response unchanged
			return null;
		}
	}

}
