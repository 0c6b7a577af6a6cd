package io.videoplatform.internal.login;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * The registrations of the clients at which users log in.
 */
public final class LoginRegistrationRepository {

	private final Map<String, LoginClient> clients;

	/**
	 * Create a new instance.
	 */
	public LoginRegistrationRepository(Collection<LoginClient> clients) {
		this.clients = clients.stream()
			.collect(Collectors.toMap(LoginClient::registrationId, (client) -> client, (one, other) -> one,
					LinkedHashMap::new));
	}

	/**
	 * Return the client of a registration.
	 */
	public @Nullable LoginClient client(@Nullable String registrationId) {
		return (registrationId != null) ? this.clients.get(registrationId) : null;
	}

	/**
	 * Return whether a registration is one of the platform's.
	 */
	public boolean contains(ClientRegistration registration) {
		return this.clients.containsKey(registration.getRegistrationId());
	}

	/**
	 * Return the clients.
	 */
	public Collection<LoginClient> clients() {
		return this.clients.values();
	}

	/**
	 * Return the clients that a token is intended for.
	 */
	public Stream<LoginClient> clients(@Nullable Collection<String> audience) {
		return this.clients.values()
			.stream()
			.filter((client) -> audience != null && audience.contains(client.credentials().clientId()));
	}

	/**
	 * Return the registration of the first client.
	 */
	public String firstRegistration() {
		return clients().iterator().next().registrationId();
	}

	/**
	 * Return a registration, from memory where possible, for as long as discovery allows.
	 */
	public Mono<ClientRegistration> find(String registrationId) {
		return Mono.justOrEmpty(this.clients.get(registrationId)).flatMap(LoginClient::current);
	}

	/**
	 * Return registrations for the login page to list: they name the clients and lead
	 * nowhere, so that no provider gets a request.
	 */
	public List<ClientRegistration> placeholders() {
		return this.clients.values().stream().map(LoginRegistrationRepository::placeholder).toList();
	}

	private static ClientRegistration placeholder(LoginClient client) {
		return ClientRegistration.withRegistrationId(client.registrationId())
			.clientName(client.credentials().clientName())
			.clientId(client.credentials().clientId())
			.authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
			.redirectUri(client.credentials().redirectUri())
			.authorizationUri("about:blank")
			.tokenUri("about:blank")
			.build();
	}

}
