package io.videoplatform.internal.engine;

import java.time.Clock;
import java.util.Map;

import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.CodeExchange;
import io.videoplatform.internal.login.LoginAuthorizedClientRepository;
import io.videoplatform.internal.login.LoginEventPublisher;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.RefreshExchange;
import io.videoplatform.internal.login.oidc.JwtVerifierFactory;
import io.videoplatform.internal.login.oidc.RefreshedIdTokenValidator;

/**
 * The steps of a login, in the order in which a web application takes them.
 *
 * @param clients the clients at which users log in
 * @param events publishes what happens to logins
 * @param initiator begins a login
 * @param responses responds to requests that need a login, or whose login fails
 * @param validator validates authorization responses
 * @param codes exchanges codes for tokens
 * @param verifiers verifies ID tokens and logout tokens
 * @param tokens holds the tokens
 * @param refreshes refreshes them for Spring Security
 */
public record LoginFlow(LoginClients clients, LoginEventPublisher events, LoginInitiator initiator,
		LoginResponseFactory responses, AuthorizationResponseValidator validator, CodeExchange codes,
		JwtVerifierFactory verifiers, LoginAuthorizedClientRepository tokens,
		RefreshExchange refreshes) implements AutoCloseable {

	public static LoginFlow of(LoginClients clients, EngineContext context, DocumentSettings documents,
			Map<String, String> authorizationParameters) {
		LoginRegistrationRepository registrations = clients.registrations();
		Clock clock = context.clock();
		LoginEventPublisher events = new LoginEventPublisher(clock, context.events());
		AuthorizationResponseValidator validator = new AuthorizationResponseValidator(registrations, clients.resolver(),
				events);
		CodeExchange codes = new CodeExchange(registrations, validator, events, clock);
		JwtVerifierFactory verifiers = new JwtVerifierFactory(clients::oidcClient,
				context.documents(context.wallClock(), context.events()), documents);
		RefreshedIdTokenValidator refreshed = new RefreshedIdTokenValidator(verifiers);
		registrations.clients()
			.forEach((client) -> client.tokens()
				.useCheck((login, provider, idToken, accessToken) -> refreshed.validate(login,
						client.registrations().at(provider), idToken, accessToken)));
		return new LoginFlow(clients, events,
				new LoginInitiator(registrations, clients.resolver(), events, context.wallClock(),
						authorizationParameters),
				new LoginResponseFactory(registrations, clock), validator, codes, verifiers,
				new LoginAuthorizedClientRepository(registrations, clients.resolver(), codes, clock),
				new RefreshExchange(registrations, clock));
	}

	public LoginRegistrationRepository registrations() {
		return this.clients.registrations();
	}

	@Override
	public void close() {
		this.verifiers.close();
	}

}
