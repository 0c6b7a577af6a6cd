package io.videoplatform.it.api;

import java.net.URI;
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
		return new WebFinger(200, Map.of("Content-Type", "application/jrd+json", "Cache-Control", "max-age=3600"),
				body);
	}

}
