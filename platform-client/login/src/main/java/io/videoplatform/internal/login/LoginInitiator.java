package io.videoplatform.internal.login;

import java.time.Clock;
import java.util.Map;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;

/**
 * Begins authorization requests.
 */
public final class LoginInitiator {

	private final LoginRegistrationRepository registrations;

	private final LoginResolver logins;

	private final LoginEventPublisher events;

	private final Clock clock;

	private final Map<String, String> parameters;

	/**
	 * Create a new instance.
	 */
	public LoginInitiator(LoginRegistrationRepository registrations, LoginResolver logins, LoginEventPublisher events,
			Clock clock, Map<String, String> parameters) {
		this.registrations = registrations;
		this.logins = logins;
		this.events = events;
		this.clock = clock;
		this.parameters = Map.copyOf(parameters);
	}

	/**
	 * Return the platform's registration at which a call requires a login, if that is why
	 * a request failed.
	 */
	public @Nullable String requiredRegistration(Throwable failure) {
		return CauseChain.of(failure)
			.filter(ClientAuthorizationRequiredException.class::isInstance)
			.map((required) -> ((ClientAuthorizationRequiredException) required).getClientRegistrationId())
			.filter((registrationId) -> this.registrations.client(registrationId) != null)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return whether a call that requires a login leads to one by itself. A script cannot
	 * follow the redirect. A login that the session has completed a moment ago, and whose
	 * user the security context does not hold, would be required again for ever.
	 */
	public boolean leadsToLogin(UserAgentRequest request, String registrationId, @Nullable Object completed,
			@Nullable Authentication user) {
		if (!request.wantsPage()) {
			return false;
		}
		boolean held = registrationId.equals(this.logins.registrationOf(user));
		CompletedLogin before = CompletedLogin.parse(completed);
		boolean repeated = before != null && before.isRepeated(this.clock.millis(), held);
		if (repeated) {
			this.events.warn(PlatformError.NO_USER, registrationId + " repeated",
					("A call at registration '%s' requires a login, which this session completed a moment ago:"
							+ " the security context has no principal with the ID token of that login")
						.formatted(registrationId));
		}
		return !repeated;
	}

	/**
	 * Return what a session keeps of a login that completes now.
	 */
	public String completed(@Nullable Object before) {
		return CompletedLogin.after(CompletedLogin.parse(before), this.clock.millis()).toString();
	}

	/**
	 * Return the registration that a login begins with now.
	 */
	public Mono<ClientRegistration> begin(LoginClient client) {
		return client.begin().map((registration) -> supported(client, registration));
	}

	private ClientRegistration supported(LoginClient client, ClientRegistration registration) {
		ClientRegistration.ProviderDetails provider = registration.getProviderDetails();
		String member = AuthorizationEndpointProbe.unsupported(registration);
		if (member == null) {
			return registration;
		}
		LoginUnavailableException unsupported = LoginUnavailableException.unsupported(client.credentials());
		String message = "Logins are not possible at registration '%s' of %s: %s ('%s' in its metadata)"
			.formatted(registration.getRegistrationId(), provider.getIssuerUri(), unsupported.explanation(), member);
		this.events.warnExplained(unsupported.getError(), registration.getRegistrationId() + " pushed",
				client.credentials().explain(unsupported.getError(), message));
		throw unsupported;
	}

	/**
	 * Complete a request, and note that the login begins, if it is one at the platform.
	 */
	public void begun(OAuth2AuthorizationRequest.Builder request) {
		OAuth2AuthorizationRequest begun = request.build();
		LoginClient client = this.registrations.client(begun.getAttribute(OAuth2ParameterNames.REGISTRATION_ID));
		String redirectUri = begun.getRedirectUri();
		if (client != null && redirectUri != null) {
			request.additionalParameters((further) -> further.putAll(this.parameters));
			client.current()
				.doOnNext((registration) -> client.acceptance().begun(registration, redirectUri))
				.onErrorComplete()
				.subscribe();
		}
	}

}
