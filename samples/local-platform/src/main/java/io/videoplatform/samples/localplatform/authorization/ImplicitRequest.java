package io.videoplatform.samples.localplatform.authorization;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.util.StringUtils;
import org.springframework.web.server.ResponseStatusException;

/**
 * Request for tokens by the implicit grant (OpenID Connect Core 1.0, section 3.2.2.1)
 * whose client and redirect URI are known, so that a response can be sent there.
 */
final class ImplicitRequest {

	private static final Set<String> RESPONSE_TYPE = Set.of(OAuth2ParameterNames.TOKEN, "id_token");

	private final HttpServletRequest request;

	private final RegisteredClient client;

	private final String redirectUri;

	private ImplicitRequest(HttpServletRequest request, RegisteredClient client, String redirectUri) {
		this.request = request;
		this.client = client;
		this.redirectUri = redirectUri;
	}

	/**
	 * Return whether the implicit grant is requested, whatever else is wrong with the
	 * request.
	 */
	static boolean isMadeBy(HttpServletRequest request) {
		return request.getRequestURI().equals(Realm.AUTHORIZATION_PATH)
				&& RESPONSE_TYPE.equals(words(request.getParameter(OAuth2ParameterNames.RESPONSE_TYPE)));
	}

	/**
	 * Read a request.
	 * @throws ResponseStatusException if client or redirect URI are not known; the error
	 * is shown to the user only
	 */
	static ImplicitRequest of(HttpServletRequest request, RegisteredClientRepository clients) {
		String clientId = one(request, OAuth2ParameterNames.CLIENT_ID);
		RegisteredClient client = (clientId != null) ? clients.findByClientId(clientId) : null;
		if (client == null || !client.getAuthorizationGrantTypes().contains(ImplicitGrantToken.GRANT_TYPE)) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "No such client has the implicit grant");
		}
		String redirectUri = one(request, OAuth2ParameterNames.REDIRECT_URI);
		if (redirectUri == null || !ReturnAddresses.of(client.getRedirectUris()).include(redirectUri)) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
					"The client has not registered this redirect_uri");
		}
		return new ImplicitRequest(request, client, redirectUri);
	}

	RegisteredClient client() {
		return this.client;
	}

	String redirectUri() {
		return this.redirectUri;
	}

	@Nullable String state() {
		return one(this.request, OAuth2ParameterNames.STATE);
	}

	/**
	 * Return the person who is logged in.
	 * @throws OAuth2AuthenticationException if no user is logged in, and no page may be
	 * shown
	 */
	Authentication requireLogin(@Nullable Authentication user) {
		if (user == null) {
			throw refused("login_required", "Nobody is logged in");
		}
		return user;
	}

	Set<String> requireScopes() {
		Set<String> scopes = words(one(this.request, OAuth2ParameterNames.SCOPE));
		if (!scopes.contains(OidcScopes.OPENID) || !this.client.getScopes().containsAll(scopes)) {
			throw refused(OAuth2ErrorCodes.INVALID_SCOPE, "The scopes must be known and include openid");
		}
		return scopes;
	}

	String requireNonce() {
		String nonce = one(this.request, IdTokenClaimNames.NONCE);
		if (nonce == null) {
			throw refused(OAuth2ErrorCodes.INVALID_REQUEST, "nonce is missing");
		}
		return nonce;
	}

	private static OAuth2AuthenticationException refused(String code, String description) {
		return new OAuth2AuthenticationException(new OAuth2Error(code, description, null));
	}

	/**
	 * Return the value of a parameter, {@code null} if it is missing, empty or ambiguous.
	 */
	private static @Nullable String one(HttpServletRequest request, String name) {
		String[] values = request.getParameterValues(name);
		return (values != null && values.length == 1 && StringUtils.hasText(values[0])) ? values[0] : null;
	}

	private static Set<String> words(@Nullable String value) {
		return new LinkedHashSet<>(List.of(StringUtils.tokenizeToStringArray(value, " ")));
	}

}
