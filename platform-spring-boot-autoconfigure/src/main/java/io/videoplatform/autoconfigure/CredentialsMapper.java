package io.videoplatform.autoconfigure;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.util.StringUtils;

/**
 * Finds out from the properties by which grant tokens are obtained. What contradicts
 * itself or could mean two things stops the start; no message shows a secret.
 */
final class CredentialsMapper {

	private static final String ANONYMOUS = "anonymous";

	private static final Set<String> OPENID = Set.of("openid");

	private final PlatformProperties properties;

	private final @Nullable String username;

	private final @Nullable String password;

	private final @Nullable String clientId;

	private final @Nullable String clientSecret;

	private final @Nullable String grantType;

	CredentialsMapper(PlatformProperties properties) {
		this.properties = properties;
		this.username = textOrNull(properties.username());
		this.password = (properties.password() != null && !properties.password().isEmpty()) ? properties.password()
				: null;
		this.clientId = textOrNull(properties.clientId());
		this.clientSecret = textOrNull(properties.clientSecret());
		this.grantType = textOrNull(properties.grantType());
	}

	/**
	 * Return the credentials.
	 * @return the credentials, or {@code null} if nothing but the root URL is set
	 * @throws PlatformConfigurationException if they cannot work
	 */
	@Nullable ClientCredentials map() {
		requirePair("platform.username", this.username, "platform.password", this.password);
		requirePair("platform.password", this.password, "platform.username", this.username);
		if (this.clientSecret != null && this.clientId == null) {
			throw missing("platform.client-id", "'platform.client-secret'",
					"Set 'platform.client-id' to the client that the secret belongs to.");
		}
		return (this.grantType != null) ? ofGrant(this.grantType) : ofWhatIsSet();
	}

	private @Nullable ClientCredentials ofWhatIsSet() {
		if (this.username != null) {
			return password();
		}
		if (this.clientSecret != null) {
			throw new PlatformConfigurationException("platform.grant-type", null,
					"is not set, and a client with a secret could mean either of two grants",
					"Set 'platform.grant-type' to 'client_credentials' for a service account or to 'authorization_code' for logged-in users.");
		}
		if (this.clientId != null) {
			throw new PlatformConfigurationException("platform.client-id", this.clientId,
					"is set, but nothing that this client could obtain a token with",
					"Add 'platform.username' and 'platform.password', or 'platform.client-secret' and 'platform.grant-type', or remove 'platform.client-id'.");
		}
		return null;
	}

	private ClientCredentials ofGrant(String grant) {
		return switch (grant.toLowerCase(Locale.ROOT).replace('-', '_')) {
			case "password" -> password();
			case "client_credentials" -> clientCredentials();
			case "authorization_code" -> throw grant(grant, "needs a login, which this version does not offer",
					"Use 'client_credentials' or 'password'.");
			case "implicit" -> throw grant(grant, "is a grant for browsers, not for a server",
					"Use 'client_credentials' or 'password'.");
			default -> throw grant(grant, "is no grant that is known", "Use 'client_credentials' or 'password'.");
		};
	}

	private ClientCredentials password() {
		if (this.username == null) {
			throw missing("platform.username", "'platform.grant-type' of 'password'",
					"Set 'platform.username' and 'platform.password'.");
		}
		return credentials(ClientCredentials.PASSWORD, Objects.requireNonNullElse(this.clientId, ANONYMOUS), OPENID);
	}

	private ClientCredentials clientCredentials() {
		if (this.username != null) {
			throw new PlatformConfigurationException("platform.username", null,
					"contradicts 'platform.grant-type' of 'client_credentials', which knows no user",
					"Remove 'platform.username' and 'platform.password', or set 'platform.grant-type' to 'password'.");
		}
		if (this.clientSecret == null || this.clientId == null) {
			throw missing((this.clientId != null) ? "platform.client-secret" : "platform.client-id",
					"'platform.grant-type' of 'client_credentials'",
					"Set 'platform.client-id' and 'platform.client-secret'.");
		}
		return credentials(AuthorizationGrantType.CLIENT_CREDENTIALS, this.clientId, Set.of());
	}

	private ClientCredentials credentials(AuthorizationGrantType grant, String client, Set<String> defaultScopes) {
		Set<String> scopes = this.properties.scope().isEmpty() ? defaultScopes : this.properties.scope();
		return new ClientCredentials(PlatformClients.DEFAULT, grant, client, this.clientSecret, this.username,
				this.password, scopes);
	}

	private static void requirePair(String property, @Nullable String value, String other,
			@Nullable String otherValue) {
		if (value != null && otherValue == null) {
			throw missing(other, "'" + property + "'", "Set '" + other + "', or remove '" + property + "'.");
		}
	}

	private static PlatformConfigurationException missing(String property, String neededBy, String action) {
		return new PlatformConfigurationException(property, null, "is not set, but needed by " + neededBy, action);
	}

	private static PlatformConfigurationException grant(String value, String reason, String action) {
		return new PlatformConfigurationException("platform.grant-type", value, reason, action);
	}

	private static @Nullable String textOrNull(@Nullable String value) {
		return StringUtils.hasText(value) ? value.trim() : null;
	}

}
