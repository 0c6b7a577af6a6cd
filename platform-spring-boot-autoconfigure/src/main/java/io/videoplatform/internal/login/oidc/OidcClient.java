package io.videoplatform.internal.login.oidc;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.discovery.ClientProperties;
import io.videoplatform.internal.http.BoundedExchange;

/**
 * A client at which users log in: how it reaches its provider for keys and claims, and
 * how failures of that are explained.
 *
 * @param exchange sends the requests; it may reach what the client's API host may
 * @param properties the properties that the client is described by
 */
public record OidcClient(BoundedExchange exchange, ClientProperties properties) {

	/**
	 * Return a message that ends with what to do.
	 * @param error the entry of the catalogue
	 * @param message what happened, without the full stop
	 */
	String explain(PlatformError error, String message) {
		return error.explain(message, this.properties);
	}

}
