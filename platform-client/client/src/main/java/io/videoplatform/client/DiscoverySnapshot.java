package io.videoplatform.client;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What discovery holds at a moment, for health, endpoints and pages; taking it costs no
 * I/O.
 *
 * <pre class="code">
 * boolean isQuarantined(PlatformClient client) {
 *     return client.snapshot().discovery().quarantinedIssuer() != null;
 * }
 * </pre>
 *
 * @param documents the WebFinger response and, once it is known, the provider's
 * configuration, in this order
 * @param issuer the issuer that was last accepted
 * @param quarantinedIssuer the issuer that the API host names and that is not trusted;
 * nothing is sent there
 * @param provider the configuration that was last handed out and is still held
 * @since 0.1.0
 */
public record DiscoverySnapshot(List<DocumentSnapshot> documents, @Nullable String issuer,
		@Nullable String quarantinedIssuer, @Nullable ProviderMetadata provider) {

	/**
	 * Create a new instance.
	 */
	public DiscoverySnapshot {
		documents = List.copyOf(documents);
	}

}
