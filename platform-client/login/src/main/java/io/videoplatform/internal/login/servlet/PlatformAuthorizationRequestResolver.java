package io.videoplatform.internal.login.servlet;

import java.util.Objects;

import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Makes the authorization requests of logins: at the platform bound to the registration
 * that they begin with, at others as Spring Security does. Spring Security's resolver
 * adds PKCE (RFC 7636) and the nonce.
 */
public final class PlatformAuthorizationRequestResolver implements OAuth2AuthorizationRequestResolver {

	private static final String BASE = OAuth2AuthorizationRequestRedirectFilter.DEFAULT_AUTHORIZATION_REQUEST_BASE_URI;

	private final LoginRegistrationRepository registrations;

	private final LoginInitiator initiator;

	private final RequestMatcher beginnings;

	private final OAuth2AuthorizationRequestResolver others;

	/**
	 * Create a new instance.
	 */
	public PlatformAuthorizationRequestResolver(LoginRegistrationRepository registrations, LoginInitiator initiator,
			ClientRegistrationRepository repository) {
		this.registrations = registrations;
		this.initiator = initiator;
		this.beginnings = PathPatternRequestMatcher.withDefaults().matcher(BASE + "/{registrationId}");
		this.others = new DefaultOAuth2AuthorizationRequestResolver((id) -> registration(repository, id));
	}

	@Override
	public @Nullable OAuth2AuthorizationRequest resolve(HttpServletRequest request) {
		RequestMatcher.MatchResult match = this.beginnings.matcher(request);
		if (!match.isMatch()) {
			return null;
		}
		LoginClient client = this.registrations.client(match.getVariables().get("registrationId"));
		return (client != null) ? begin(client).resolve(request) : this.others.resolve(request);
	}

	/**
	 * None at the platform: {@link LoginFilter} responds to a call that requires a login.
	 */
	@Override
	public @Nullable OAuth2AuthorizationRequest resolve(HttpServletRequest request, String registrationId) {
		return (this.registrations.client(registrationId) != null) ? null
				: this.others.resolve(request, registrationId);
	}

	private OAuth2AuthorizationRequestResolver begin(LoginClient client) {
		ClientRegistration registration = Objects
			.requireNonNull(ServletLoginAdapter.WAIT.on(this.initiator.begin(client)));
		DefaultOAuth2AuthorizationRequestResolver resolver = new DefaultOAuth2AuthorizationRequestResolver(
				(id) -> registration);
		resolver.setAuthorizationRequestCustomizer((builder) -> this.initiator.begun(client, builder, registration));
		return resolver;
	}

	private static ClientRegistration registration(ClientRegistrationRepository repository, String id) {
		ClientRegistration found = repository.findByRegistrationId(id);
		if (found == null) {
			throw new UnknownRegistrationException();
		}
		return found;
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
