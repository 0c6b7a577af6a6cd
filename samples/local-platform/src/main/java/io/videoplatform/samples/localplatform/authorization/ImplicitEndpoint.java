package io.videoplatform.samples.localplatform.authorization;

import java.io.IOException;
import java.util.Date;
import java.util.Map;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.context.AuthorizationServerContextHolder;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Authorization endpoint for the implicit grant, which Spring's authorization server does
 * not know: the tokens go to the browser in the fragment (OpenID Connect Core 1.0,
 * section 3.2).
 */
@Controller
class ImplicitEndpoint {

	private final RegisteredClientRepository clients;

	private final Sessions sessions;

	private final OAuth2TokenGenerator<?> generator;

	ImplicitEndpoint(RegisteredClientRepository clients, Sessions sessions, OAuth2TokenGenerator<?> generator) {
		this.clients = clients;
		this.sessions = sessions;
		this.generator = generator;
	}

	@GetMapping(Realm.AUTHORIZATION_PATH)
	void authorize(HttpServletRequest request, HttpServletResponse response, @Nullable Authentication user)
			throws IOException {
		ImplicitRequest requested = ImplicitRequest.of(request, this.clients);
		AuthorizationResponse redirect = AuthorizationResponse.in(AuthorizationResponse.FRAGMENT,
				requested.redirectUri());
		AuthorizationServerContextHolder.setContext(RequestedIssuer.of(request));
		try {
			grant(requested, user, request.getSession(), redirect);
			response.sendRedirect(redirect.to(requested.state()));
		}
		finally {
			AuthorizationServerContextHolder.resetContext();
		}
	}

	private void grant(ImplicitRequest requested, @Nullable Authentication user, HttpSession browser,
			AuthorizationResponse redirect) {
		try {
			addTokens(requested, requested.requireLogin(user), browser, redirect);
		}
		catch (OAuth2AuthenticationException ex) {
			redirect.with(ex.getError());
		}
	}

	private void addTokens(ImplicitRequest requested, Authentication user, HttpSession browser,
			AuthorizationResponse redirect) {
		Set<String> scopes = requested.requireScopes();
		Map<String, Object> claims = Map.of(IdTokenClaimNames.NONCE, requested.requireNonce(), IdTokenClaims.SID,
				IdTokenClaims.hash(browser.getId()), IdTokenClaimNames.AUTH_TIME, new Date(browser.getCreationTime()));
		ImplicitGrantToken grant = new ImplicitGrantToken(
				new OAuth2ClientAuthenticationToken(requested.client(), ClientAuthenticationMethod.NONE, null), scopes,
				claims);
		SessionBuilder session = new SessionBuilder(this.generator, requested.client(), user, grant, scopes);
		OAuth2AccessToken accessToken = session.addAccessToken();
		redirect.with(OAuth2ParameterNames.ACCESS_TOKEN, accessToken.getTokenValue())
			.with(OAuth2ParameterNames.TOKEN_TYPE, accessToken.getTokenType().getValue())
			.with(OAuth2ParameterNames.EXPIRES_IN, String.valueOf(TokenResponse.lifetime(accessToken)))
			.with(OAuth2ParameterNames.SCOPE, String.join(" ", scopes))
			.with(OidcParameterNames.ID_TOKEN, session.addIdToken().getTokenValue());
		this.sessions.save(session.build());
	}

}
