package io.videoplatform.internal.token.endpoint;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator.Authentication;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;

/**
 * The parameters of a token request that depend on its grant. Their values are sent
 * exactly as they were received or configured: a code or a refresh token may begin or end
 * with a space (RFC 6749, appendix A), which the identifiers of Nimbus remove. Its
 * {@code toString()} shows none of them.
 */
final class GrantParameters {

	/**
	 * The one configured parameter that a refresh repeats (RFC 8707, section 2.2).
	 */
	private static final String RESOURCE = "resource";

	private static final List<String> SECRETS = List.of("refresh_token", "code", "code_verifier", "token");

	private final AuthorizationGrantType grantType;

	private final Map<String, List<String>> parameters = new LinkedHashMap<>();

	private GrantParameters(AuthorizationGrantType grantType) {
		this.grantType = grantType;
	}

	private static GrantParameters of(AuthorizationGrantType grantType) {
		return new GrantParameters(grantType).with(OAuth2ParameterNames.GRANT_TYPE, grantType.getValue());
	}

	private GrantParameters with(String name, @Nullable String value) {
		put(this.parameters, name, value);
		return this;
	}

	/**
	 * Return the grant by which an application acquires a token without a refresh token.
	 * The password is not part of it: it is added to each request as it is then.
	 * @throws IllegalArgumentException if the client has no grant that needs no user
	 */
	static GrantParameters initial(ClientCredentials credentials) {
		if (credentials.usesLogin()) {
			throw new IllegalArgumentException("Grant '%s' needs a user".formatted(credentials.grantType().getValue()));
		}
		return of(credentials.grantType()).with("username", credentials.usesPassword() ? credentials.username() : null)
			.with("scope", credentials.scopes().isEmpty() ? null : String.join(" ", credentials.scopes()));
	}

	/**
	 * Return the parameters of RFC 6749, section 4.1.3 and RFC 7636, section 4.5.
	 */
	static GrantParameters code(String code, @Nullable URI redirectUri, @Nullable String verifier) {
		return of(AuthorizationGrantType.AUTHORIZATION_CODE).with("code", code)
			.with("redirect_uri", (redirectUri != null) ? redirectUri.toString() : null)
			.with("code_verifier", verifier);
	}

	/**
	 * Return the parameters of RFC 6749, section 6.
	 */
	static GrantParameters refresh(String refreshToken) {
		return of(AuthorizationGrantType.REFRESH_TOKEN).with("refresh_token", refreshToken);
	}

	/**
	 * Return the parameters of a revocation (RFC 7009, section 2.1).
	 */
	static GrantParameters revocation(String refreshToken) {
		return new GrantParameters(AuthorizationGrantType.REFRESH_TOKEN).with("token", refreshToken)
			.with("token_type_hint", "refresh_token");
	}

	/**
	 * Return what observations know the request by.
	 */
	String uriTemplate() {
		return this.parameters.containsKey(OAuth2ParameterNames.GRANT_TYPE) ? "{token_endpoint}"
				: "{revocation_endpoint}";
	}

	AuthorizationGrantType grantType() {
		return this.grantType;
	}

	/**
	 * Return the values that may appear in no message.
	 */
	Stream<String> secrets() {
		return SECRETS.stream().flatMap((name) -> this.parameters.getOrDefault(name, List.of()).stream());
	}

	/**
	 * Return which of the client's configured parameters are sent with this grant.
	 */
	private Map<String, List<String>> sent(Map<String, List<String>> configured) {
		if (!this.parameters.containsKey(OAuth2ParameterNames.GRANT_TYPE)) {
			return Map.of();
		}
		if (!AuthorizationGrantType.REFRESH_TOKEN.equals(this.grantType)) {
			return configured;
		}
		List<String> resources = configured.get(RESOURCE);
		return (resources != null) ? Map.of(RESOURCE, resources) : Map.of();
	}

	/**
	 * Return the form, encoded, with what authenticates the client and the account.
	 */
	String encode(Authentication authentication, Map<String, List<String>> configured) {
		Map<String, List<String>> form = new LinkedHashMap<>(this.parameters);
		if (ClientCredentials.PASSWORD.equals(this.grantType)) {
			put(form, "password", authentication.values().password());
		}
		authentication.parameters().forEach((name, value) -> put(form, name, value));
		sent(configured).forEach(form::putIfAbsent);
		return URLUtils.serializeParameters(form);
	}

	private static void put(Map<String, List<String>> form, String name, @Nullable String value) {
		if (value != null) {
			form.put(name, List.of(value));
		}
	}

	@Override
	public String toString() {
		return "GrantParameters[%s]".formatted(this.grantType.getValue());
	}

}
