package io.videoplatform.autoconfigure;

import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.Placeholder;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.util.CollectionUtils;

/**
 * Checks the credentials of a client and determines the grant of its first token. What is
 * contradictory or ambiguous stops the start; no message shows a secret.
 */
final class CredentialsMapper {

	private static final Pattern SCOPE_TOKEN = Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]*");

	private static final String ANONYMOUS = "anonymous";

	/**
	 * What is no secret, and no location, which may be one.
	 */
	private static final Set<String> SHOWN = Set.of("username", "client-id");

	private static final Set<String> OPENID = Set.of(OidcScopes.OPENID);

	private final ConfiguredCredentials configured;

	private final ClientPropertyNames properties;

	private final String clientName;

	private final String redirectUri;

	CredentialsMapper(ConfiguredCredentials configured, ClientPropertyNames properties, String clientName,
			String redirectUri) {
		this.configured = configured;
		this.properties = properties;
		this.clientName = clientName;
		this.redirectUri = redirectUri;
	}

	/**
	 * Return the credentials.
	 * @return the credentials, or {@code null} if none are set
	 * @throws PlatformConfigurationException if they cannot work
	 */
	@Nullable ClientCredentials map() {
		Map<String, String> values = this.configured.values();
		for (Entry<String, String> value : values.entrySet()) {
			String key = value.getKey();
			Placeholder.refuse(this.configured.property(key), value.getValue(), !SHOWN.contains(key));
		}
		String password = this.configured.authentication().passwordProperty();
		require(values, "username", password);
		require(values, password, "username");
		require(values, this.configured.authentication().secretProperty(), "client-id");
		checkScope();
		new ClientAuthenticationValidator(this.configured).validate();
		RequestParameterValidator.token(this.configured.property("token-request.parameters"),
				Objects.requireNonNullElse(this.configured.parameters(), Map.of()));
		GrantType grant = this.configured.grantType();
		if (grant == null) {
			return ofWhatIsSet();
		}
		return switch (grant) {
			case PASSWORD -> password();
			case CLIENT_CREDENTIALS -> clientCredentials();
			case AUTHORIZATION_CODE -> login();
		};
	}

	private void require(Map<String, String> values, String key, String needed) {
		if (values.containsKey(key) && !values.containsKey(needed)) {
			throw missing(needed, "{%s}".formatted(key), "Set {%s}, or remove {%s}.".formatted(needed, key));
		}
	}

	private @Nullable ClientCredentials ofWhatIsSet() {
		if (this.configured.username() != null) {
			return password();
		}
		if (this.configured.isConfidential()) {
			throw this.configured.invalid("grant-type", null,
					"is not set, and a client with a secret or a key could mean either of two grants",
					"Set {grant-type} to 'client_credentials' for a service account or to 'authorization_code' for logged-in users.");
		}
		if (this.configured.clientId() != null) {
			throw this.configured.mistake(PlatformError.CREDENTIALS_MISSING, "client-id", this.configured.clientId(),
					"is set, but nothing that this client could obtain a token with",
					"Add {username} and {password}, or {client-secret} and {grant-type}, or set {grant-type} to"
							+ " 'authorization_code' for logged-in users, or remove {client-id}.");
		}
		return null;
	}

	private ClientCredentials password() {
		if (this.configured.username() == null) {
			throw missing("username", grantOf(GrantType.PASSWORD), "Set {username} and {password}.");
		}
		return credentials(ClientCredentials.PASSWORD,
				Objects.requireNonNullElse(this.configured.clientId(), ANONYMOUS), OPENID);
	}

	private ClientCredentials clientCredentials() {
		refuseAccount(GrantType.CLIENT_CREDENTIALS, "which has no user");
		String clientId = this.configured.clientId();
		if (clientId == null && this.configured.authentication().assertion() != null) {
			clientId = ANONYMOUS;
		}
		if (!this.configured.isConfidential() || clientId == null) {
			throw missing((this.configured.clientId() != null) ? "client-secret" : "client-id",
					grantOf(GrantType.CLIENT_CREDENTIALS), "Set {client-id} and {client-secret}.");
		}
		return credentials(AuthorizationGrantType.CLIENT_CREDENTIALS, clientId, Set.of());
	}

	private ClientCredentials login() {
		refuseAccount(GrantType.AUTHORIZATION_CODE, "whose users log in themselves");
		if (this.configured.clientId() == null) {
			throw missing("client-id", grantOf(GrantType.AUTHORIZATION_CODE),
					"Set {client-id}, and {client-secret} unless the client is a public one.");
		}
		Set<String> scope = this.configured.scope();
		if (!CollectionUtils.isEmpty(scope) && !scope.contains(OidcScopes.OPENID)) {
			throw this.configured.invalid("scope", String.join(",", scope),
					"lacks 'openid', without which there is no ID token that names the user",
					"Add 'openid' to {scope}, or remove the property.");
		}
		return credentials(AuthorizationGrantType.AUTHORIZATION_CODE, this.configured.clientId(), OPENID);
	}

	private ClientCredentials credentials(AuthorizationGrantType grant, String client, Set<String> defaultScopes) {
		Set<String> scope = this.configured.scope();
		return new ClientCredentials(this.configured.name(), grant, client, this.configured.clientSecret(),
				this.configured.username(), this.configured.password(),
				(scope != null && !scope.isEmpty()) ? scope : defaultScopes,
				new ClientCredentials.Appearance(this.properties, this.clientName, this.redirectUri),
				this.configured.authentication(), Objects.requireNonNullElse(this.configured.parameters(), Map.of()));
	}

	private void checkScope() {
		for (String token : Objects.requireNonNullElse(this.configured.scope(), Set.<String>of())) {
			Placeholder.refuse(this.configured.property("scope"), token, false);
			if (!SCOPE_TOKEN.matcher(token).matches()) {
				throw this.configured.invalid("scope", PrintableText.of(token), "is no scope (RFC 6749, section 3.3)",
						"Write {scope} with commas between the scopes, such as 'openid,profile'.");
			}
		}
	}

	private void refuseAccount(GrantType grant, String reason) {
		if (this.configured.username() != null) {
			throw this.configured.invalid("username", null, "contradicts %s, %s".formatted(grantOf(grant), reason),
					"Remove {username} and {%s}, or set {grant-type} to 'password'."
						.formatted(this.configured.authentication().passwordProperty()));
		}
	}

	private PlatformConfigurationException missing(String key, String neededBy, String action) {
		return this.configured.mistake(PlatformError.CREDENTIALS_MISSING, key, null,
				"is not set, but needed by " + neededBy, action);
	}

	private static String grantOf(GrantType grant) {
		return "{grant-type} of '%s'".formatted(grant);
	}

}
