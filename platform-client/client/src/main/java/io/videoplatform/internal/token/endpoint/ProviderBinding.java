package io.videoplatform.internal.token.endpoint;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.Origin;

/**
 * The provider that tokens belong to. Tokens of one provider are never sent to another.
 *
 * @param issuer the issuer
 * @param tokenEndpoint the origin of its token endpoint
 */
public record ProviderBinding(String issuer, Origin tokenEndpoint) {

	/**
	 * Return what binds tokens to a provider.
	 */
	public static ProviderBinding of(ProviderMetadata provider) {
		return new ProviderBinding(provider.issuer(), Origin.of(provider.tokenEndpoint()));
	}

}
