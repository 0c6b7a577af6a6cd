package io.videoplatform.internal.registration;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.discovery.Discovery;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.util.function.SingletonSupplier;

/**
 * Makes the registration of a client of its credentials and what discovery found, and
 * keeps it for as long as HTTP lets that be used. It is no
 * {@code ClientRegistrationRepository}: a bean of that type would change the
 * application's own security.
 */
public final class ClientRegistrationFactory {

	private final ClientCredentials credentials;

	private final Discovery discovery;

	private final Supplier<Cache<ProviderMetadata, ClientRegistration>> cache;

	public ClientRegistrationFactory(ClientCredentials credentials, Discovery discovery) {
		this.credentials = credentials;
		this.discovery = discovery;
		this.cache = SingletonSupplier.of(discovery::cache);
	}

	/**
	 * Return the registration as the provider's metadata has it now; it fails as
	 * discovery does.
	 */
	public CompletableFuture<ClientRegistration> current() {
		return this.discovery.provider().thenApply(this::at);
	}

	/**
	 * Return the registration at a provider.
	 */
	public ClientRegistration at(ProviderMetadata metadata) {
		return this.cache.get().get(metadata, (made) -> build(this.credentials, made));
	}

	private static ClientRegistration build(ClientCredentials credentials, ProviderMetadata metadata) {
		return ClientRegistration.withRegistrationId(credentials.registrationId())
			.clientName(credentials.clientName())
			.clientId(credentials.clientId())
			.clientSecret(credentials.clientSecret())
			.clientAuthenticationMethod(credentials.authenticationMethod(metadata.tokenEndpointAuthMethods()))
			.authorizationGrantType(credentials.grantType())
			.scope(credentials.scopes())
			.issuerUri(metadata.issuer())
			.tokenUri(metadata.tokenEndpoint().toString())
			.authorizationUri(metadata.authorizationEndpoint().toString())
			.redirectUri(credentials.usesLogin() ? credentials.redirectUri() : null)
			.jwkSetUri(text(metadata.jwksUri()))
			.userInfoUri(text(metadata.userinfoEndpoint()))
			.userNameAttributeName(IdTokenClaimNames.SUB)
			.providerConfigurationMetadata(checked(metadata))
			.build();
	}

	/**
	 * Return the members of the metadata, those that are endpoints only as discovery has
	 * checked them: Spring Security and others read them from here.
	 */
	private static Map<String, Object> checked(ProviderMetadata metadata) {
		Map<String, Object> members = new LinkedHashMap<>(metadata.members());
		members.remove("mtls_endpoint_aliases");
		put(members, "jwks_uri", metadata.jwksUri());
		put(members, "userinfo_endpoint", metadata.userinfoEndpoint());
		put(members, "end_session_endpoint", metadata.endSessionEndpoint());
		put(members, "revocation_endpoint", metadata.revocationEndpoint());
		return members;
	}

	private static void put(Map<String, Object> members, String name, @Nullable URI endpoint) {
		if (endpoint != null) {
			members.put(name, endpoint.toString());
		}
		else {
			members.remove(name);
		}
	}

	private static @Nullable String text(@Nullable URI endpoint) {
		return (endpoint != null) ? endpoint.toString() : null;
	}

}
