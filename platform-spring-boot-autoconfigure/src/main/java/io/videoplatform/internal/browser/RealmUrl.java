package io.videoplatform.internal.browser;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.PrintableUrl;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.UriUtils;

/**
 * URL and realm as the WebFinger answer names them, from which Keycloak's adapter builds
 * all endpoints by itself.
 *
 * @param url the URL of the authorization server, without a trailing slash
 * @param realm the name of the realm
 */
record RealmUrl(String url, String realm) {

	/**
	 * Return what the platform names, checked by nobody so far.
	 * @param metadata what was discovered
	 * @return both, or {@code null} if either is missing
	 */
	static @Nullable RealmUrl named(ProviderMetadata metadata) {
		String url = metadata.authServerUrl();
		String realm = metadata.realm();
		return (url != null && realm != null) ? new RealmUrl(withoutSlash(url), realm) : null;
	}

	/**
	 * Return whether an adapter that is given both ends up at an issuer.
	 * @param issuer the issuer
	 * @return whether {@code {url}/realms/{realm}} is the same text
	 */
	boolean leadsTo(String issuer) {
		return (this.url + "/realms/" + UriUtils.encode(this.realm, StandardCharsets.UTF_8)).equals(issuer);
	}

	/**
	 * Return the URL as it may stand in a message.
	 */
	String printableUrl() {
		try {
			return PrintableUrl.of(URI.create(this.url)).toString();
		}
		catch (IllegalArgumentException ex) {
			// What is no URL may hold anything
			return "a malformed URL";
		}
	}

	private static String withoutSlash(String url) {
		return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
	}

}
