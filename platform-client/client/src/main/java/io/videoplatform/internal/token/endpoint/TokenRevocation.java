package io.videoplatform.internal.token.endpoint;

import java.net.URI;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableUrl;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Revokes the refresh tokens of users who have logged out (RFC 7009), in the background.
 * A token goes only to the provider that issued it, and to an endpoint at the origin of
 * its token endpoint.
 */
public final class TokenRevocation {

	private static final String ENDPOINT = "revocation_endpoint";

	private final TokenClient tokenClient;

	private final EventPublisher events;

	public TokenRevocation(TokenClient tokenClient, EventPublisher events) {
		this.tokenClient = tokenClient;
		this.events = events;
	}

	/**
	 * Revoke a refresh token. A failure is published as an event.
	 */
	public void revoke(Mono<ClientRegistration> registration, RefreshToken refreshToken) {
		registration.flatMap((current) -> revoke(current, refreshToken)).subscribe((done) -> {
		}, (ex) -> warn(
				"The refresh token of a user who has logged out was not revoked: %s".formatted(ex.getMessage())));
	}

	/**
	 * Revoke a refresh token where the provider allows it.
	 * @return completes when it is revoked, or cannot be; fails with a
	 * {@link TokenRequestException}
	 */
	public Mono<Void> revoke(ClientRegistration current, RefreshToken refreshToken) {
		ProviderBinding provider = ProviderBinding.of(current);
		URI endpoint = endpoint(current);
		if (endpoint == null || !provider.equals(refreshToken.provider())) {
			return Mono.empty();
		}
		if (!Origin.of(endpoint).equals(provider.tokenEndpoint())) {
			warn("A refresh token was not revoked: the revocation endpoint %s is not at %s, the origin of the token endpoint"
				.formatted(PrintableUrl.of(endpoint), provider.tokenEndpoint()));
			return Mono.empty();
		}
		return this.tokenClient.revoke(current, endpoint, refreshToken);
	}

	private static @Nullable URI endpoint(ClientRegistration current) {
		Object endpoint = current.getProviderDetails().getConfigurationMetadata().get(ENDPOINT);
		return (endpoint instanceof String url) ? URI.create(url) : null;
	}

	private void warn(String message) {
		this.events.publish(PlatformStep.TOKEN_REQUEST, Level.WARN, PlatformError.OTHER, message
				+ ". Check the revocation endpoint of the provider; the token ends with the session at the provider.");
	}

}
