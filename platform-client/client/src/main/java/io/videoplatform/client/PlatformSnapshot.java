package io.videoplatform.client;

import java.net.URI;
import java.time.Instant;
import java.util.List;

import io.videoplatform.PlatformEvent;
import org.jspecify.annotations.Nullable;

/**
 * All that is held for a client at one moment: made for people and pages, without any
 * token or secret.
 *
 * <pre class="code">
 * &#64;GetMapping("/status")
 * PlatformSnapshot status(PlatformClients clients) {
 *     return clients.get(PlatformClients.DEFAULT).snapshot();
 * }
 * </pre>
 *
 * @param client the client's name
 * @param baseUrl the base URL of its requests
 * @param time the moment, on the engine's clock
 * @param discovery what was discovered, and until when it is kept
 * @param token the token's state, or {@code null} if the client has no credentials
 * @param calls the number of requests sent with a token, retries left out
 * @param retries the number of requests sent again after a 401
 * @param events the last events, oldest first
 * @since 0.1.0
 */
public record PlatformSnapshot(String client, URI baseUrl, Instant time, DiscoverySnapshot discovery,
		@Nullable TokenStatus token, long calls, long retries, List<PlatformEvent> events) {

}
