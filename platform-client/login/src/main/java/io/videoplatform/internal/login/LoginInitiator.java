package io.videoplatform.internal.login;

import java.util.Base64;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.PlatformError;

import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.crypto.keygen.Base64StringKeyGenerator;
import org.springframework.security.crypto.keygen.StringKeyGenerator;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;

/**
 * Begins authorization requests, and binds them to the registration that they begin with,
 * in what the session keeps and in the {@code state} that comes back.
 */
public final class LoginInitiator {

	/**
	 * The user of a request that has none.
	 */
	public static final Authentication ANONYMOUS = new AnonymousAuthenticationToken("anonymous", "anonymousUser",
			AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));

	private final StringKeyGenerator states = new Base64StringKeyGenerator(Base64.getUrlEncoder().withoutPadding());

	private final LoginRegistrationRepository registrations;

	private final LoginEventPublisher events;

	/**
	 * Create a new instance.
	 * @param registrations the clients at which users log in
	 * @param events publishes why no login can begin
	 */
	public LoginInitiator(LoginRegistrationRepository registrations, LoginEventPublisher events) {
		this.registrations = registrations;
		this.events = events;
	}

	/**
	 * Return whether a request that requires a login leads to one. A script cannot follow
	 * the redirect. For a user who has connected an account without a login, the same
	 * authorization would be no login once more, and the page would require it for ever.
	 * @param request the request
	 * @param registrationId the registration to log in at
	 * @param user the user of the request
	 * @param connected whether the session holds an account that is connected
	 * @return whether it does; otherwise the response is a 401
	 */
	public static boolean leadsToLogin(UserAgentRequest request, String registrationId, Authentication user,
			boolean connected) {
		boolean login = user instanceof OAuth2AuthenticationToken token
				&& token.getAuthorizedClientRegistrationId().equals(registrationId);
		return request.wantsPage() && (login || !connected);
	}

	/**
	 * Return the registration that a login begins with now.
	 * @param client the client
	 * @return the registration; fails with a {@link LoginUnavailableException} if the
	 * provider cannot be reached, or if it requires what is not supported
	 */
	public CompletableFuture<ClientRegistration> begin(LoginClient client) {
		return this.registrations.begin(client).thenApply((registration) -> supported(client, registration));
	}

	private ClientRegistration supported(LoginClient client, ClientRegistration registration) {
		ClientRegistration.ProviderDetails provider = registration.getProviderDetails();
		String member = AuthorizationEndpoint.unsupported(registration);
		if (member == null) {
			return registration;
		}
		String reason = "The identity provider requires pushed authorization requests (RFC 9126), which are not supported";
		String message = "Logins are not possible at registration '%s' of %s: %s ('%s' in its metadata)"
			.formatted(registration.getRegistrationId(), provider.getIssuerUri(), reason, member);
		this.events.warnExplained(PlatformError.LOGIN_UNSUPPORTED, registration.getRegistrationId() + " pushed",
				client.credentials().explain(PlatformError.LOGIN_UNSUPPORTED, message));
		throw LoginUnavailableException.unsupported(client.credentials(), reason);
	}

	/**
	 * Bind a request, and note that the login begins.
	 * @param client the client
	 * @param request the request, complete but for its state
	 * @param registration the registration that the login begins with
	 */
	public void bind(LoginClient client, OAuth2AuthorizationRequest.Builder request, ClientRegistration registration) {
		RegistrationHandle handle = RegistrationHandle.of(registration);
		request.attributes((attributes) -> attributes.put(OAuth2ParameterNames.REGISTRATION_ID, handle.toString()))
			.state(handle.toState(this.states.generateKey()));
		String redirectUri = request.build().getRedirectUri();
		if (redirectUri != null) {
			client.acceptance().begun(registration, redirectUri);
		}
	}

}
