package io.videoplatform.internal.login.servlet;

import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;

/**
 * Makes the authorization requests of logins: at the platform bound to the registration
 * that they begin with, at others as Spring Security does. Spring Security's resolver
 * adds PKCE (RFC 7636) and the nonce.
 */
public final class PlatformAuthorizationRequestResolver implements OAuth2AuthorizationRequestResolver {

	private final LoginRegistrationRepository registrations;

	private final DefaultOAuth2AuthorizationRequestResolver requests;

	/**
	 * Create a new instance.
	 */
	public PlatformAuthorizationRequestResolver(LoginRegistrationRepository registrations, LoginInitiator initiator,
			ClientRegistrationRepository repository) {
		this.registrations = registrations;
		this.requests = new DefaultOAuth2AuthorizationRequestResolver((registrationId) -> {
			LoginClient client = registrations.client(registrationId);
			ClientRegistration begun = (client != null) ? ServletLoginAdapter.WAIT.on(initiator.begin(client))
					: repository.findByRegistrationId(registrationId);
			if (begun == null) {
				throw new UnknownRegistrationException();
			}
			return begun;
		});
		this.requests.setAuthorizationRequestCustomizer(initiator::begun);
	}

	@Override
	public @Nullable OAuth2AuthorizationRequest resolve(HttpServletRequest request) {
		return this.requests.resolve(request);
	}

	/**
	 * None at the platform: {@link LoginFilter} responds to a call that requires a login.
	 */
	@Override
	public @Nullable OAuth2AuthorizationRequest resolve(HttpServletRequest request, String registrationId) {
		return (this.registrations.client(registrationId) != null) ? null
				: this.requests.resolve(request, registrationId);
	}

	/**
	 * A login was requested at a registration that does not exist.
	 */
	static final class UnknownRegistrationException extends IllegalArgumentException {

		private static final long serialVersionUID = 1L;

		UnknownRegistrationException() {
			super("There is no registration of this name");
		}

	}

}
