package io.videoplatform.internal.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.videoplatform.internal.login.CallerCapture;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginTokenSelector;
import io.videoplatform.internal.login.oidc.OidcClient;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.login.LoginTokens;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The clients at which users log in, and how the user of a call is found.
 *
 * @param registrations their registrations
 * @param resolver finds the login of an authentication
 * @param callers finds who subscribed a chain
 * @param oidcClients how they reach their providers, by registration
 */
public record LoginClients(LoginRegistrationRepository registrations, LoginResolver resolver, CallerCapture callers,
		Map<String, OidcClient> oidcClients) {

	static LoginClients of(PlatformSettings settings, Function<ClientSettings, PlatformHost> hosts,
			@Nullable PlatformStore store) {
		List<LoginClient> clients = new ArrayList<>();
		Map<String, OidcClient> oidcClients = new HashMap<>();
		for (ClientSettings client : settings.all()) {
			ClientCredentials credentials = client.credentials();
			if (credentials != null && credentials.usesLogin()) {
				PlatformHost host = hosts.apply(client);
				LoginClient login = host.loginClient(client, credentials, settings.logins());
				clients.add(login);
				oidcClients.put(login.registrationId(), new OidcClient(host.connections().exchange(credentials),
						client.discovery().properties(), login.tokens().outage()::refused));
			}
		}
		LoginRegistrationRepository registrations = new LoginRegistrationRepository(clients);
		LoginResolver resolver = new LoginResolver(registrations);
		return new LoginClients(registrations, resolver, new CallerCapture(), oidcClients);
	}

	/**
	 * Return the tokens of users who are logged in, by the names of the clients.
	 */
	public Map<String, LoginTokens> tokens() {
		return this.registrations.clients()
			.stream()
			.collect(Collectors.toMap((client) -> client.credentials().name(), LoginClient::tokens));
	}

	/**
	 * Return how the client of a registration reaches its provider for keys and claims.
	 */
	public OidcClient oidcClient(ClientRegistration registration) {
		return Objects.requireNonNull(this.oidcClients.get(registration.getRegistrationId()));
	}

	/**
	 * Return the selector of the token of the user whom a call of a client is made for.
	 */
	TokenSelector selector(ClientCredentials credentials) {
		LoginClient client = Objects.requireNonNull(this.registrations.client(credentials.registrationId()));
		return new LoginTokenSelector(client, this.resolver, this.callers);
	}

}
