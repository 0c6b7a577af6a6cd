package io.videoplatform.internal.browser;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.PrintableUrl;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.UriUtils;

/**
 * A Keycloak realm as the WebFinger response names it, by the two values from which
 * Keycloak's adapter derives all endpoints.
 *
 * @param url the URL of the authorization server, without a trailing slash
 * @param name the name of the realm
 */
record KeycloakRealm(String url, String name) {

	/**
	 * Return the realm that the platform names, unverified.
	 * @param metadata the discovered metadata
	 * @return the realm, or {@code null} if its URL or its name is missing
	 */
	static @Nullable KeycloakRealm of(ProviderMetadata metadata) {
		String url = metadata.authServerUrl();
		String name = metadata.realm();
		return (url != null && name != null) ? new KeycloakRealm(withoutSlash(url), name) : null;
	}

	/**
	 * Return whether an adapter derives an issuer from URL and name.
	 * @param issuer the issuer
	 * @return whether {@code {url}/realms/{name}} is the same text
	 */
	boolean hasIssuer(String issuer) {
		return (this.url + "/realms/" + UriUtils.encode(this.name, StandardCharsets.UTF_8)).equals(issuer);
	}

	/**
	 * Return the URL as it may appear in a message.
	 */
	String printableUrl() {
		try {
			return PrintableUrl.of(URI.create(this.url)).toString();
		}
		catch (IllegalArgumentException ex) {
			// Text that is not a URL may contain anything
			return "a malformed URL";
		}
	}

	private static String withoutSlash(String url) {
		return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
	}

}
