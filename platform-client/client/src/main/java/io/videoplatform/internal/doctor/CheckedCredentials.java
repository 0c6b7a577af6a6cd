package io.videoplatform.internal.doctor;

import java.util.function.BiFunction;
import java.util.function.Function;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.EngineClient;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * What a client that is checked acquires tokens with.
 *
 * @param credentials its credentials
 * @param registration returns its registration at a provider
 * @param engine requests its tokens
 * @param authorization asks whether users can log in with a redirect URI: not so if the
 * provider does not tell
 * @param redirectUri the redirect URI of logins, or {@code null} if it is not known
 */
public record CheckedCredentials(ClientCredentials credentials,
		Function<ProviderMetadata, ClientRegistration> registration, EngineClient engine,
		BiFunction<ClientRegistration, String, Mono<Boolean>> authorization, @Nullable String redirectUri) {

}
