package io.videoplatform.internal.login.servlet;

import io.videoplatform.internal.login.CompletedLogin;
import io.videoplatform.internal.login.LoginAuthorizedClientRepository;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.token.login.LoginKey;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.web.AuthenticatedPrincipalOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;

/**
 * The authorized clients of a request. The engine has the tokens of logins at the
 * platform; other registrations are Spring Security's.
 */
public final class PlatformAuthorizedClientRepository implements OAuth2AuthorizedClientRepository {

	private final LoginAuthorizedClientRepository tokens;

	private final LoginInitiator initiator;

	private final OAuth2AuthorizedClientRepository others;

	/**
	 * Create a new instance.
	 */
	public PlatformAuthorizedClientRepository(LoginAuthorizedClientRepository tokens, LoginInitiator initiator,
			OAuth2AuthorizedClientService service) {
		this.tokens = tokens;
		this.initiator = initiator;
		this.others = new AuthenticatedPrincipalOAuth2AuthorizedClientRepository(service);
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T extends OAuth2AuthorizedClient> @Nullable T loadAuthorizedClient(String registrationId,
			Authentication principal, HttpServletRequest request) {
		if (!this.tokens.handles(registrationId)) {
			return this.others.loadAuthorizedClient(registrationId, principal, request);
		}
		LoginKey login = this.tokens.login(registrationId, principal);
		return (login != null)
				? (T) ServletLoginAdapter.WAIT.on(this.tokens.load(registrationId, login, principal.getName())) : null;
	}

	@Override
	public void saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication principal,
			HttpServletRequest request, HttpServletResponse response) {
		String registrationId = client.getClientRegistration().getRegistrationId();
		if (!this.tokens.handles(registrationId)) {
			this.others.saveAuthorizedClient(client, principal, request, response);
			return;
		}
		LoginKey login = this.tokens.login(registrationId, principal);
		if (login == null) {
			throw LoginAuthorizedClientRepository.withoutLogin(registrationId);
		}
		ServletLoginAdapter.WAIT
			.on(this.tokens.save(client, login, principal, SecurityContextHolder.getContext().getAuthentication()));
		HttpSession session = request.getSession();
		String attribute = CompletedLogin.attribute(registrationId);
		session.setAttribute(attribute, this.initiator.completed(session.getAttribute(attribute)));
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
		else if (!this.tokens.handles(registrationId)) {
			this.others.removeAuthorizedClient(registrationId, principal, request, response);
		}
	}

}
