package io.videoplatform.it.api;

import java.net.URI;
import java.util.Optional;

import io.videoplatform.it.keycloak.Realm;

/**
 * Decides whether a bearer token is good.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface TokenCheck {

	/**
	 * Checks a token.
	 */
	Optional<String> usernameOf(String token);

	/**
	 * Makes a check that calls Keycloak each time, past any proxy, and so knows of ended
	 * sessions.
	 */
	static TokenCheck byIntrospection(Realm realm, URI issuer) {
		return new IntrospectionCheck(realm, issuer);
	}

	/**
	 * Makes a check of signature, issuer, audience and expiry. It requests Keycloak's
	 * keys once, now, and works while Keycloak is down.
	 */
	static TokenCheck bySignature(Realm realm, URI issuer) {
		return new SignatureCheck(realm, issuer);
	}

}
