package io.videoplatform.internal.login.servlet;

import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.token.login.LoginKey;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.web.AuthenticatedPrincipalOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;

/**
 * The authorized clients of a request. A login at the platform has its tokens in the
 * engine; a user who logged in elsewhere and only connected an account of the platform
 * has them in the session; other registrations are kept as Spring Security does.
 */
public final class PlatformAuthorizedClientRepository implements OAuth2AuthorizedClientRepository {

	private final LoginTokenRepository tokens;

	private final OAuth2AuthorizedClientRepository connected = new ConnectedClientRepository();

	private final OAuth2AuthorizedClientRepository others;

	/**
	 * Create a new instance.
	 * @param tokens the tokens of logins
	 * @param service the store of other registrations
	 */
	public PlatformAuthorizedClientRepository(LoginTokenRepository tokens, OAuth2AuthorizedClientService service) {
		this.tokens = tokens;
		this.others = new AuthenticatedPrincipalOAuth2AuthorizedClientRepository(service);
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T extends OAuth2AuthorizedClient> @Nullable T loadAuthorizedClient(String registrationId,
			Authentication principal, HttpServletRequest request) {
		LoginKey login = this.tokens.login(registrationId, principal);
		if (login != null) {
			return (T) ServletLoginAdapter.WAIT.on(this.tokens.load(registrationId, login, principal.getName()));
		}
		OAuth2AuthorizedClient kept = delegate(registrationId).loadAuthorizedClient(registrationId, principal, request);
		return (kept != null) ? (T) this.tokens.withSecret(kept) : null;
	}

	@Override
	public void saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication principal,
			HttpServletRequest request, HttpServletResponse response) {
		String registrationId = client.getClientRegistration().getRegistrationId();
		LoginKey login = this.tokens.login(registrationId, principal);
		if (login == null) {
			delegate(registrationId).saveAuthorizedClient(client, principal, request, response);
			return;
		}
		OpenedLogin.note(request, login, this.tokens.login(SecurityContextHolder.getContext().getAuthentication()));
		ServletLoginAdapter.WAIT.on(this.tokens.save(client, login, principal));
	}

	/**
	 * Remove a client, as Spring Security's filters do after a 401 of any resource
	 * server. The tokens of a login are refreshed and the login goes on.
	 */
	@Override
	public void removeAuthorizedClient(String registrationId, Authentication principal, HttpServletRequest request,
			HttpServletResponse response) {
		LoginKey login = this.tokens.login(registrationId, principal);
		if (login != null) {
			this.tokens.reject(login);
		}
		else {
			delegate(registrationId).removeAuthorizedClient(registrationId, principal, request, response);
		}
	}

	private OAuth2AuthorizedClientRepository delegate(String registrationId) {
		return this.tokens.handles(registrationId) ? this.connected : this.others;
	}

}
