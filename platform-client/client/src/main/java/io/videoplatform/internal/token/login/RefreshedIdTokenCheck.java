package io.videoplatform.internal.token.login;

import java.util.Map;

import io.videoplatform.client.ProviderMetadata;
import reactor.core.publisher.Mono;

/**
 * Checks the ID token that a refresh brought against the login that it continues (OpenID
 * Connect Core 1.0, section 12.2) and the access token beside it.
 */
@FunctionalInterface
public interface RefreshedIdTokenCheck {

	/**
	 * Check an ID token.
	 * @param login the claims of the login's ID token
	 * @param provider the provider
	 * @param idToken the encoded token
	 * @param accessToken the access token that came with it
	 * @return completes if it is accepted, or cannot be checked for the moment; fails if
	 * it is refused, which ends the login
	 */
	Mono<Void> check(Map<String, String> login, ProviderMetadata provider, String idToken, String accessToken);

}
