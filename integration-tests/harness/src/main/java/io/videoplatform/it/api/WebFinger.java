package io.videoplatform.it.api;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The API host's response to WebFinger.
 *
 * @since 0.1.0
 */
public record WebFinger(int status, Map<String, String> headers, String body) {

	private static final String DOCUMENT = "/.well-known/openid-configuration";

	/**
	 * Names an issuer as the live platform does: the link is the configuration document.
	 */
	public static WebFinger linkingDocument(URI root, URI issuer) {
		return linking(root, issuer, issuer + DOCUMENT);
	}

	/**
	 * Names an issuer as the standard does: the link is the issuer.
	 */
	public static WebFinger linkingIssuer(URI root, URI issuer) {
		return linking(root, issuer, issuer.toString());
	}

	/**
	 * Returns the same response with another status.
	 */
	public WebFinger withStatus(int code) {
		return new WebFinger(code, this.headers, this.body);
	}

	/**
	 * Returns the same response with one header more, or another value of it.
	 */
	public WebFinger withHeader(String name, String value) {
		Map<String, String> changed = new LinkedHashMap<>(this.headers);
		changed.put(name, value);
		return new WebFinger(this.status, changed, this.body);
	}

	/**
	 * Returns the same response with another lifetime.
	 */
	public WebFinger withMaxAge(Duration lifetime) {
		return withHeader("Cache-Control", "max-age=" + lifetime.toSeconds());
	}

	private static WebFinger linking(URI root, URI issuer, String href) {
		String[] serverAndRealm = issuer.toString().split("/realms/");
		String body = """
				{
				  "subject": "%1$s/v1/",
				  "properties": {
				    "%1$s/v1/keycloak/realm": "%2$s",
				    "%1$s/v1/keycloak/auth-server-url": "%3$s/"
				  },
				  "links": [
				    { "rel": "http://webfinger.net/rel/profile-page", "href": "%1$s/" },
				    { "rel": "http://openid.net/specs/connect/1.0/issuer", "href": "%4$s" }
				  ]
				}
				""".formatted(root, serverAndRealm[1], serverAndRealm[0], href);
		return new WebFinger(200, Map.of("Content-Type", "application/jrd+json"), body).withMaxAge(Duration.ofHours(1));
	}

}
