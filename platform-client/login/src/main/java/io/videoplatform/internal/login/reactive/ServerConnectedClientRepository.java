package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.ConnectedAccount;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.server.WebSessionServerOAuth2AuthorizedClientRepository;
import org.springframework.web.server.ServerWebExchange;

/**
 * The accounts that the user of a session has connected without a login. Those of a user
 * who was logged in in the session before are not found.
 */
final class ServerConnectedClientRepository implements ServerOAuth2AuthorizedClientRepository {

	private final ServerOAuth2AuthorizedClientRepository session = new WebSessionServerOAuth2AuthorizedClientRepository();

	@Override
	@SuppressWarnings("unchecked")
	public <T extends OAuth2AuthorizedClient> Mono<T> loadAuthorizedClient(String registrationId,
			Authentication principal, ServerWebExchange exchange) {
		return this.session.loadAuthorizedClient(registrationId, principal, exchange)
			.mapNotNull((kept) -> (T) ConnectedAccount.of(kept, principal));
	}

	@Override
	public Mono<Void> saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication principal,
			ServerWebExchange exchange) {
		return this.session.saveAuthorizedClient(ConnectedAccount.kept(client, principal), principal, exchange);
	}

	@Override
	public Mono<Void> removeAuthorizedClient(String registrationId, Authentication principal,
			ServerWebExchange exchange) {
		return loadAuthorizedClient(registrationId, principal, exchange)
			.flatMap((account) -> this.session.removeAuthorizedClient(registrationId, principal, exchange));
	}

}
