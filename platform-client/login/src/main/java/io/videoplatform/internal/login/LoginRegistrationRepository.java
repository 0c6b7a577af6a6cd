package io.videoplatform.internal.login;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * The registrations of the clients at which users log in. A login is bound to the
 * registration that it begins with: its authorization request names it by a
 * {@link RegistrationHandle}, so that code, keys and claims are exchanged with that
 * issuer even if discovery changes in between (RFC 9700, section 4.4).
 */
public final class LoginRegistrationRepository {

	private static final int REMEMBERED = 256;

	private final Map<String, LoginClient> clients;

	private final Cache<RegistrationHandle, ClientRegistration> begun = Caffeine.newBuilder()
		.maximumSize(REMEMBERED)
		.build();

	/**
	 * Create a new instance.
	 * @param clients the clients
	 */
	public LoginRegistrationRepository(Collection<LoginClient> clients) {
		this.clients = clients.stream()
			.collect(Collectors.toMap(LoginClient::registrationId, (client) -> client, (one, other) -> one,
					LinkedHashMap::new));
	}

	/**
	 * Return the client of a registration.
	 * @param registrationId the identifier of the registration
	 * @return the client, or {@code null} if the registration is not the platform's
	 */
	public @Nullable LoginClient client(@Nullable String registrationId) {
		return (registrationId != null) ? this.clients.get(registrationId) : null;
	}

	/**
	 * Return whether a registration is one of the platform's.
	 * @param registration the registration
	 * @return whether it is
	 */
	public boolean contains(ClientRegistration registration) {
		return this.clients.containsKey(registration.getRegistrationId());
	}

	/**
	 * Return the clients.
	 * @return the clients, in the order of their settings
	 */
	public Collection<LoginClient> clients() {
		return this.clients.values();
	}

	/**
	 * Return the clients that a token is intended for.
	 * @param audience the audience of the token, if it states one
	 * @return the clients, in the order of their settings
	 */
	Stream<LoginClient> clients(@Nullable Collection<String> audience) {
		return this.clients.values()
			.stream()
			.filter((client) -> audience != null && audience.contains(client.credentials().clientId()));
	}

	/**
	 * Return the registration of the first client.
	 * @return its identifier
	 */
	public String firstRegistration() {
		return clients().iterator().next().registrationId();
	}

	/**
	 * Return whether an identifier is one of the platform's, whether of a registration or
	 * of one that a login began with.
	 * @param id the identifier
	 * @return whether it is
	 */
	public boolean isOurs(String id) {
		return this.clients.containsKey(RegistrationHandle.parse(id).registrationId());
	}

	/**
	 * Return a registration, from memory where possible. It is used for as long as
	 * discovery allows the use of what it was made from, and no longer.
	 * @param id the identifier of a registration, or of one that a login began with
	 * @return the registration, or a future of {@code null} if there is none; fails as
	 * discovery does
	 */
	public CompletableFuture<@Nullable ClientRegistration> find(String id) {
		return find(RegistrationHandle.parse(id));
	}

	CompletableFuture<@Nullable ClientRegistration> find(RegistrationHandle handle) {
		LoginClient client = this.clients.get(handle.registrationId());
		if (client == null) {
			return CompletableFuture.completedFuture(null);
		}
		ClientRegistration known = this.begun.getIfPresent(handle);
		if (known != null) {
			return CompletableFuture.completedFuture(known);
		}
		// Begun before a restart or on another node: good if nothing has changed since
		return client.current()
			.thenApply((registration) -> (handle.digest() == null || handle.equals(RegistrationHandle.of(registration)))
					? registration : null);
	}

	/**
	 * Return the registration that a login begins with now, and remember it. The provider
	 * gets a request unless it has responded just now.
	 * @param client the client
	 * @return the registration; fails with a {@link LoginUnavailableException} if the
	 * provider cannot be reached
	 */
	public CompletableFuture<ClientRegistration> begin(LoginClient client) {
		return client.confirmed().handle((metadata, failure) -> {
			if (failure != null) {
				throw LoginUnavailableException.of(failure).at(client.registrationId());
			}
			ClientRegistration registration = client.registrations().at(metadata);
			this.begun.put(RegistrationHandle.of(registration), registration);
			return registration;
		});
	}

	/**
	 * Return the registration that a login began with.
	 * @param handle its handle
	 * @return the registration, or {@code null} if it is not remembered
	 */
	@Nullable ClientRegistration begun(RegistrationHandle handle) {
		return this.begun.getIfPresent(handle);
	}

	/**
	 * Return what the login page lists: a placeholder for each client, and what the
	 * application lists beside them.
	 * @param others the application's other registrations
	 * @return registrations, for which no provider gets a request
	 */
	public Iterator<ClientRegistration> listed(DelegateRegistrationRepository others) {
		return Stream.concat(placeholders().stream(), others.listed().stream()).iterator();
	}

	/**
	 * Return registrations for the login page to list: they name the clients and lead
	 * nowhere, so that no provider gets a request.
	 */
	List<ClientRegistration> placeholders() {
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
