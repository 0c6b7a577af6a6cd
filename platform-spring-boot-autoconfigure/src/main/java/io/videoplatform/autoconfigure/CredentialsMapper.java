package io.videoplatform.autoconfigure;

import java.util.Objects;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.util.CollectionUtils;

/**
 * Finds out from what a client's properties state by which grant tokens are obtained.
 * What contradicts itself or could mean two things stops the start; no message shows a
 * secret.
 */
final class CredentialsMapper {

	private static final String ANONYMOUS = "anonymous";

	private static final String CLIENT_CREDENTIALS = "client_credentials";

	private static final Set<String> OPENID = Set.of(OidcScopes.OPENID);

	private static final String KNOWN_GRANTS = "Use 'authorization_code', 'client_credentials' or 'password'.";

	private final StatedCredentials stated;

	private final String clientName;

	private final String redirectUri;

	CredentialsMapper(StatedCredentials stated, String clientName, String redirectUri) {
		this.stated = stated;
		this.clientName = clientName;
		this.redirectUri = redirectUri;
	}

	/**
	 * Return the credentials.
	 * @return the credentials, or {@code null} if none are stated
	 * @throws PlatformConfigurationException if they cannot work
	 */
	@Nullable ClientCredentials map() {
		requirePair("username", this.stated.username(), "password", this.stated.password());
		requirePair("password", this.stated.password(), "username", this.stated.username());
		if (this.stated.clientSecret() != null && this.stated.clientId() == null) {
			throw missing("client-id", quoted("client-secret"),
					"Set %s to the client that the secret belongs to.".formatted(quoted("client-id")));
		}
		return (this.stated.grantType() != null) ? ofGrant(this.stated.grantType()) : ofWhatIsSet();
	}

	private @Nullable ClientCredentials ofWhatIsSet() {
		if (this.stated.username() != null) {
			return password();
		}
		if (this.stated.clientSecret() != null) {
			throw new PlatformConfigurationException(this.stated.property("grant-type"), null,
					"is not set, and a client with a secret could mean either of two grants",
					"Set %s to 'client_credentials' for a service account or to 'authorization_code' for logged-in users."
						.formatted(quoted("grant-type")));
		}
		if (this.stated.clientId() != null) {
			throw new PlatformConfigurationException(this.stated.property("client-id"), this.stated.clientId(),
					"is set, but nothing that this client could obtain a token with",
					"Add %s and %s, or %s and %s, or set %s to 'authorization_code' for logged-in users, or remove %s."
						.formatted(quoted("username"), quoted("password"), quoted("client-secret"),
								quoted("grant-type"), quoted("grant-type"), quoted("client-id")));
		}
		return null;
	}

	private ClientCredentials ofGrant(String grant) {
		return switch (StatedCredentials.normalised(grant)) {
			case StatedCredentials.PASSWORD -> password();
			case CLIENT_CREDENTIALS -> clientCredentials();
			case StatedCredentials.AUTHORIZATION_CODE -> login();
			case "implicit" -> throw grant(grant, "is a grant for browsers, not for a server");
			default -> throw grant(grant, "is no grant that is known");
		};
	}

	private ClientCredentials password() {
		if (this.stated.username() == null) {
			throw missing("username", grantOf(StatedCredentials.PASSWORD),
					"Set %s and %s.".formatted(quoted("username"), quoted("password")));
		}
		return credentials(ClientCredentials.PASSWORD, Objects.requireNonNullElse(this.stated.clientId(), ANONYMOUS),
				OPENID);
	}

	private ClientCredentials clientCredentials() {
		refuseAccount(CLIENT_CREDENTIALS, "which knows no user");
		if (this.stated.clientSecret() == null || this.stated.clientId() == null) {
			throw missing((this.stated.clientId() != null) ? "client-secret" : "client-id", grantOf(CLIENT_CREDENTIALS),
					"Set %s and %s.".formatted(quoted("client-id"), quoted("client-secret")));
		}
		return credentials(AuthorizationGrantType.CLIENT_CREDENTIALS, this.stated.clientId(), Set.of());
	}

	private ClientCredentials login() {
		refuseAccount(StatedCredentials.AUTHORIZATION_CODE, "whose users log in themselves");
		if (this.stated.clientId() == null) {
			throw missing("client-id", grantOf(StatedCredentials.AUTHORIZATION_CODE),
					"Set %s, and %s unless the client is a public one.".formatted(quoted("client-id"),
							quoted("client-secret")));
		}
		Set<String> scope = this.stated.scope();
		if (!CollectionUtils.isEmpty(scope) && !scope.contains(OidcScopes.OPENID)) {
			throw new PlatformConfigurationException(this.stated.property("scope"), String.join(",", scope),
					"lacks 'openid', without which nobody learns who has logged in",
					"Add 'openid' to %s, or remove the property.".formatted(quoted("scope")));
		}
		return credentials(AuthorizationGrantType.AUTHORIZATION_CODE, this.stated.clientId(), OPENID);
	}

	private ClientCredentials credentials(AuthorizationGrantType grant, String client, Set<String> defaultScopes) {
		Set<String> scope = this.stated.scope();
		return new ClientCredentials(this.stated.name(), grant, client, this.stated.clientSecret(),
				this.stated.username(), this.stated.password(),
				(scope != null && !scope.isEmpty()) ? scope : defaultScopes,
				new ClientCredentials.Appearance(this.stated.source(), this.clientName, this.redirectUri));
	}

	private void requirePair(String key, @Nullable String value, String other, @Nullable String otherValue) {
		if (value != null && otherValue == null) {
			throw missing(other, quoted(key), "Set %s, or remove %s.".formatted(quoted(other), quoted(key)));
		}
	}

	private void refuseAccount(String grant, String reason) {
		if (this.stated.username() != null) {
			throw new PlatformConfigurationException(this.stated.property("username"), null,
					"contradicts %s, %s".formatted(grantOf(grant), reason), "Remove %s and %s, or set %s to 'password'."
						.formatted(quoted("username"), quoted("password"), quoted("grant-type")));
		}
	}

	private PlatformConfigurationException missing(String key, String neededBy, String action) {
		return new PlatformConfigurationException(this.stated.property(key), null,
				"is not set, but needed by " + neededBy, action);
	}

	private PlatformConfigurationException grant(String value, String reason) {
		return new PlatformConfigurationException(this.stated.property("grant-type"), value, reason, KNOWN_GRANTS);
	}

	private String grantOf(String grant) {
		return "%s of '%s'".formatted(quoted("grant-type"), grant);
	}

	private String quoted(String key) {
		return "'" + this.stated.property(key) + "'";
	}

}
