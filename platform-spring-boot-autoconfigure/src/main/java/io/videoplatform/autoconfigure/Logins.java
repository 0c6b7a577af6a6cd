package io.videoplatform.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.login.CallerCapture;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginTaskDecorator;
import io.videoplatform.internal.login.LoginTokenSelector;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.login.LoginTokens;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The clients at which users log in, and what tells whose token a call carries.
 *
 * @param registrations their registrations
 * @param resolver finds the login of an authentication
 * @param tasks hands logins over to tasks
 * @param callers tells who subscribed a chain
 * @param exchanges the HTTP clients that reach their providers, by registration
 */
record Logins(LoginRegistrationRepository registrations, LoginResolver resolver, LoginTaskDecorator tasks,
		CallerCapture callers, Map<String, BoundedExchange> exchanges) {

	static Logins of(Collection<ConnectedClient> connected, PlatformProperties.Login settings) {
		List<ConnectedClient> clients = connected.stream().filter((client) -> client.settings().usesLogin()).toList();
		LoginRegistrationRepository registrations = new LoginRegistrationRepository(
				clients.stream().map((client) -> loginClient(client, settings)).toList());
		LoginResolver resolver = new LoginResolver(registrations);
		LoginTaskDecorator tasks = new LoginTaskDecorator(resolver);
		return new Logins(registrations, resolver, tasks, new CallerCapture(tasks),
				clients.stream()
					.collect(Collectors.toMap((client) -> credentials(client).registrationId(),
							(client) -> client.host().exchange(), (one, other) -> one)));
	}

	private static LoginClient loginClient(ConnectedClient client, PlatformProperties.Login settings) {
		ClientCredentials credentials = credentials(client);
		EngineClient engine = client.host()
			.tokens()
			.client(credentials, () -> client.registrations().get(credentials), client.discovery()::unfinished);
		LoginTokens tokens = new LoginTokens(engine, settings.maxLogins(), settings.idleTimeout(),
				settings.revokeAtLogout());
		return new LoginClient(credentials, client.discovery(), client.registrations(), tokens);
	}

	private static ClientCredentials credentials(ConnectedClient client) {
		return Objects.requireNonNull(client.settings().credentials());
	}

	/**
	 * Return the HTTP client that asks for the keys of a registration's provider and for
	 * claims of its users: it may reach what the registration's API host may.
	 */
	BoundedExchange exchange(ClientRegistration registration) {
		return Objects.requireNonNull(this.exchanges.get(registration.getRegistrationId()));
	}

	/**
	 * Return what finds the token of the user whom a call of a client is made for.
	 */
	TokenSelector selector(ClientCredentials credentials) {
		LoginClient client = Objects.requireNonNull(this.registrations.client(credentials.registrationId()));
		return new LoginTokenSelector(client, this.resolver, this.callers);
	}

}
