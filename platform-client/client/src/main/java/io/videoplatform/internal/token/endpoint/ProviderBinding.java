package io.videoplatform.internal.token.endpoint;

import java.net.URI;

import io.videoplatform.internal.http.Origin;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The provider that tokens belong to. Tokens of one provider are never sent to another.
 *
 * @param issuer the issuer
 * @param tokenEndpoint the origin of its token endpoint
 */
public record ProviderBinding(String issuer, Origin tokenEndpoint) {

	/**
	 * Return the provider of a registration.
	 */
	public static ProviderBinding of(ClientRegistration registration) {
		ClientRegistration.ProviderDetails provider = registration.getProviderDetails();
		return new ProviderBinding(String.valueOf(provider.getIssuerUri()),
				Origin.of(URI.create(provider.getTokenUri())));
	}

}
