package io.videoplatform.internal.login;

import java.net.URI;

import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

/**
 * The redirect URI of a client, and where a request to it arrives: behind a proxy, which
 * may have removed the beginning of its path, or added the context path.
 *
 * @param template the URI as it is configured, with variables or without
 * @param registrationId the registration of the client
 */
record RedirectUri(String template, String registrationId) {

	/**
	 * Where Spring Security's filter for logins reads responses by default.
	 */
	private static final String DEFAULT_PATH = "/login/oauth2/code/";

	static RedirectUri of(ClientCredentials client) {
		return new RedirectUri(client.redirectUri(), client.registrationId());
	}

	/**
	 * Return whether a request is at this URI, or where Spring Security reads responses
	 * by default.
	 */
	boolean isAt(String contextPath, String path) {
		return path.equals(contextPath + byDefault()) || isAtTemplate(contextPath, path);
	}

	/**
	 * An absolute URI is compared as behind a proxy. Of one that ends as the default
	 * does, no proxy removes a part of that end.
	 */
	private boolean isAtTemplate(String contextPath, String path) {
		String uri = expanded();
		int variables = uri.lastIndexOf('}');
		if (variables >= 0) {
			return path.equals(contextPath + uri.substring(variables + 1));
		}
		return leadsTo(uri, contextPath, path)
				&& (!String.valueOf(path(uri)).endsWith(byDefault()) || path.endsWith(byDefault()));
	}

	private String expanded() {
		return this.template.replace("{registrationId}", this.registrationId).replace("{action}", "login");
	}

	/**
	 * Return the URI if it does not depend on the request that a login begins with.
	 */
	@Nullable String fixed() {
		String uri = expanded();
		return (uri.indexOf('{') < 0) ? uri : null;
	}

	/**
	 * Return whether an address that a provider leads to is a redirect URI with the
	 * parameters of a response.
	 */
	static boolean isResponse(String redirectUri, String location) {
		return location.startsWith(redirectUri) && location.length() > redirectUri.length()
				&& "?&#".indexOf(location.charAt(redirectUri.length())) >= 0;
	}

	private String byDefault() {
		return DEFAULT_PATH + this.registrationId;
	}

	/**
	 * Return whether a request is where an absolute redirect URI may have led.
	 */
	static boolean leadsTo(@Nullable String uri, String contextPath, String path) {
		String whole = path(uri);
		String inside = path.startsWith(contextPath) ? path.substring(contextPath.length()) : path;
		return whole != null && (isEnd(path, whole) || isEnd(inside, whole));
	}

	private static boolean isEnd(String path, String whole) {
		return path.startsWith("/") && whole.endsWith(path);
	}

	/**
	 * Return the path of a URI, as it is written.
	 */
	static @Nullable String path(@Nullable String uri) {
		try {
			return (uri != null) ? URI.create(uri).getRawPath() : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
