package io.videoplatform.internal.engine;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import io.videoplatform.internal.login.CallerCapture;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginTokenSelector;
import io.videoplatform.internal.login.oidc.OidcClient;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.login.LoginTokens;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The clients at which users log in, and how the user of a call is found.
 *
 * @param registrations their registrations
 * @param resolver finds the login of an authentication
 * @param callers finds who subscribed a chain
 */
public record LoginClients(LoginRegistrationRepository registrations, LoginResolver resolver, CallerCapture callers) {

	static LoginClients of(Collection<LoginClient> clients) {
		List<LoginTokens> all = clients.stream().map(LoginClient::tokens).toList();
		all.forEach((tokens) -> tokens.useAll(all));
		LoginRegistrationRepository registrations = new LoginRegistrationRepository(clients);
		return new LoginClients(registrations, new LoginResolver(registrations), new CallerCapture());
	}

	/**
	 * Return the tokens of users who are logged in, by the names of the clients.
	 */
	public Map<String, LoginTokens> tokens() {
		return this.registrations.clients().stream().collect(Collectors.toMap(LoginClient::name, LoginClient::tokens));
	}

	/**
	 * Return how the client of a registration reaches its provider for keys and claims.
	 */
	public OidcClient oidcClient(ClientRegistration registration) {
		return client(registration.getRegistrationId()).oidc();
	}

	/**
	 * Return the selector of the token of the user whom a call of a client is made for.
	 */
	TokenSelector selector(ClientCredentials credentials) {
		return new LoginTokenSelector(client(credentials.registrationId()), this.resolver, this.callers);
	}

	private LoginClient client(String registrationId) {
		return Objects.requireNonNull(this.registrations.client(registrationId));
	}

}
