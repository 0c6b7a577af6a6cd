package io.videoplatform.internal.token.endpoint;

import java.net.URI;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableUrl;
import reactor.core.publisher.Mono;

/**
 * Revokes the refresh tokens of users who have logged out (RFC 7009), in the background.
 * A token goes only to the provider that issued it, and to an endpoint at the origin of
 * its token endpoint.
 *
 * @param tokenClient sends the requests
 * @param events takes what failed
 */
public record TokenRevocation(TokenClient tokenClient, EventPublisher events) {

	/**
	 * Revoke a refresh token. A failure is published as an event.
	 */
	public void revoke(Mono<ProviderMetadata> provider, RefreshToken refreshToken) {
		provider.flatMap((current) -> revoke(current, refreshToken)).subscribe((done) -> {
		}, (ex) -> warn(
				"The refresh token of a user who has logged out was not revoked: %s".formatted(ex.getMessage())));
	}

	/**
	 * Revoke a refresh token where the provider allows it.
	 * @return completes when it is revoked, or cannot be; fails with a
	 * {@link TokenRequestException}
	 */
	public Mono<Void> revoke(ProviderMetadata provider, RefreshToken refreshToken) {
		ProviderBinding binding = ProviderBinding.of(provider);
		URI endpoint = provider.revocationEndpoint();
		if (endpoint == null || !binding.equals(refreshToken.provider())) {
			return Mono.empty();
		}
		if (!Origin.of(endpoint).equals(binding.tokenEndpoint())) {
			warn("A refresh token was not revoked: the revocation endpoint %s is not at %s, the origin of the token endpoint"
				.formatted(PrintableUrl.of(endpoint), binding.tokenEndpoint()));
			return Mono.empty();
		}
		return this.tokenClient.revoke(provider, endpoint, refreshToken);
	}

	private void warn(String message) {
		this.events.publish(PlatformStep.TOKEN_REQUEST, Level.WARN, PlatformError.OTHER, message
				+ ". Check the revocation endpoint of the provider; the token ends with the session at the provider.");
	}

}
