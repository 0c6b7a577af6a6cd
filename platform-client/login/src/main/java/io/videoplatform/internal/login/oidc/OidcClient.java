package io.videoplatform.internal.login.oidc;

import java.util.function.Consumer;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.http.BoundedExchange;

/**
 * A client at which users log in: how it reaches its provider for keys and claims, and
 * how failures of that are explained and noted.
 *
 * @param exchange sends the requests; it may reach what the client's API host may
 * @param properties the properties that the client is described by
 * @param outages takes what keeps all users from logging in
 */
public record OidcClient(BoundedExchange exchange, ClientPropertyNames properties,
		Consumer<? super PlatformException> outages) {

	/**
	 * Return a message that ends with what to do.
	 * @param error the entry of the catalogue
	 * @param message what happened, without the full stop
	 */
	String explain(PlatformError error, String message) {
		return error.explain(message, this.properties);
	}

}
