package io.videoplatform.internal.doctor;

import java.util.function.BiFunction;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.EngineClient;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * What a client that is checked acquires tokens with.
 *
 * @param credentials its credentials
 * @param engine requests its tokens
 * @param authorization asks whether users can log in with a redirect URI: not so if the
 * provider does not tell
 * @param redirectUri the redirect URI of logins, or {@code null} if it is not known
 */
public record CheckedCredentials(ClientCredentials credentials, EngineClient engine,
		BiFunction<ProviderMetadata, String, Mono<Boolean>> authorization, @Nullable String redirectUri) {

}
