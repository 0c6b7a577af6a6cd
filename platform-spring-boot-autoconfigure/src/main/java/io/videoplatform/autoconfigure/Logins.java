package io.videoplatform.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.Objects;

import io.videoplatform.login.LoginClient;
import io.videoplatform.login.LoginKeys;
import io.videoplatform.login.LoginRegistrations;
import io.videoplatform.login.LoginScope;
import io.videoplatform.login.LoginTokenSelector;
import io.videoplatform.registration.ClientCredentials;
import io.videoplatform.token.LoginTokens;
import io.videoplatform.token.TokenSelector;
import io.videoplatform.transport.BoundedExchange;

/**
 * The clients at which users log in, and what tells whose token a call carries.
 *
 * @param registrations their registrations
 * @param keys tells of which login an authentication is
 * @param scope the login that a task was handed over with
 * @param exchanges the HTTP clients that reach their providers, one for each API host
 */
record Logins(LoginRegistrations registrations, LoginKeys keys, LoginScope scope, List<BoundedExchange> exchanges) {

	static Logins of(Collection<ConnectedClient> connected, PlatformProperties.Login settings) {
		List<ConnectedClient> clients = connected.stream().filter((client) -> client.settings().usesLogin()).toList();
		LoginRegistrations registrations = new LoginRegistrations(
				clients.stream().map((client) -> loginClient(client, settings)).toList());
		LoginKeys keys = new LoginKeys(registrations);
		return new Logins(registrations, keys, new LoginScope(keys),
				clients.stream().map((client) -> client.host().exchange()).distinct().toList());
	}

	private static LoginClient loginClient(ConnectedClient client, PlatformProperties.Login settings) {
		ClientCredentials credentials = Objects.requireNonNull(client.settings().credentials());
		LoginTokens tokens = client.host()
			.tokens()
			.logins(credentials, () -> client.registrations().get(credentials),
					new LoginTokens.Limits(settings.maximumLogins(), settings.idleTimeout()),
					settings.revokeAtLogout());
		return new LoginClient(credentials, client.discovery(), client.registrations(), tokens);
	}

	/**
	 * Return the HTTP client that asks for keys and claims of users.
	 */
	BoundedExchange exchange() {
		return this.exchanges.get(0);
	}

	/**
	 * Return what finds the token of the user whom a call of a client is made for.
	 */
	TokenSelector selector(ClientCredentials credentials) {
		LoginClient client = Objects.requireNonNull(this.registrations.client(credentials.registrationId()));
		return new LoginTokenSelector(client, this.keys, this.scope);
	}

}
