package io.videoplatform.login;

import java.util.Base64;

import org.springframework.security.crypto.keygen.Base64StringKeyGenerator;
import org.springframework.security.crypto.keygen.StringKeyGenerator;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;

/**
 * Binds authorization requests to the registration that they begin with, in what the
 * session keeps and in the {@code state} that comes back.
 */
public final class AuthorizationRequests {

	private final StringKeyGenerator states = new Base64StringKeyGenerator(Base64.getUrlEncoder().withoutPadding());

	/**
	 * Bind a request.
	 * @param request the request, complete but for its state
	 * @param registration the registration that the login begins with
	 */
	public void bind(OAuth2AuthorizationRequest.Builder request, ClientRegistration registration) {
		String handle = LoginRegistrations.handle(registration);
		request.attributes((attributes) -> attributes.put(OAuth2ParameterNames.REGISTRATION_ID, handle))
			.state(LoginState.of(this.states.generateKey(), handle));
	}

}
