package io.videoplatform.internal.login;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import io.videoplatform.internal.login.oidc.OidcClient;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.ClientRegistrationFactory;
import io.videoplatform.internal.token.TokenEngine;
import io.videoplatform.internal.token.login.LoginTokens;
import io.videoplatform.internal.token.shared.RecordIdentity;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistration.ProviderDetails;

/**
 * A client at which users log in.
 *
 * @param engine the engine, which releases callers that have waited
 * @param credentials what the client was given
 * @param discovery finds its provider
 * @param registrations makes its registration of what is found
 * @param tokens the tokens of the users who are logged in
 * @param acceptance whether the provider lets users log in
 * @param oidc how it reaches the provider for keys and claims
 */
public record LoginClient(TokenEngine engine, ClientCredentials credentials, Discovery discovery,
		ClientRegistrationFactory registrations, LoginTokens tokens, LoginAcceptance acceptance, OidcClient oidc) {

	/**
	 * Return the name of the client.
	 */
	public String name() {
		return this.credentials.name();
	}

	/**
	 * Return the identifier of the client's registration.
	 */
	public String registrationId() {
		return this.credentials.registrationId();
	}

	/**
	 * Return what something belongs to that nodes share of this client.
	 */
	public RecordIdentity identity(String issuer, String subject, String name) {
		return new RecordIdentity(this.discovery.root().toString(), name(), issuer, subject, name);
	}

	/**
	 * Return the registration as discovery has it now, from memory where possible.
	 */
	Mono<ClientRegistration> current() {
		return this.engine.release(this.registrations::current);
	}

	/**
	 * Return the provider of a registration, empty if that has changed since: what it has
	 * issued goes nowhere else.
	 */
	Mono<ProviderMetadata> provider(ClientRegistration known) {
		ProviderDetails details = known.getProviderDetails();
		return this.engine.release(this.discovery::provider)
			.filter((provider) -> provider.issuer().equals(details.getIssuerUri())
					&& provider.tokenEndpoint().toString().equals(details.getTokenUri()));
	}

	/**
	 * Return the registration that a login begins with now. The provider gets a request
	 * unless it has responded just now.
	 */
	Mono<ClientRegistration> begin() {
		return this.engine.release(() -> this.discovery.confirmedProvider(LoginUnavailableException.CONFIRMATION))
			.map((metadata) -> {
				if (!metadata.issuerStated()) {
					throw new PlatformDiscoveryException(PlatformError.ISSUER_MISMATCH.explain(
							"The provider's configuration states no 'issuer', without which no ID token can be checked"),
							PlatformError.ISSUER_MISMATCH, PlatformStep.PROVIDER_CONFIGURATION, null, false, null,
							null);
				}
				return this.registrations.at(metadata);
			})
			.onErrorMap(LoginUnavailableException::of);
	}

}
