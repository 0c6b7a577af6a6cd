package io.videoplatform.internal.doctor;

import java.util.function.Function;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.EngineClient;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * What a client that is checked acquires tokens with.
 *
 * @param credentials its credentials
 * @param registration returns its registration at a provider
 * @param engine requests its tokens
 */
public record CheckedCredentials(ClientCredentials credentials,
		Function<ProviderMetadata, ClientRegistration> registration, EngineClient engine) {

}
