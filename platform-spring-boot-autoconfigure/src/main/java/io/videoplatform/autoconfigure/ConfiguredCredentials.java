package io.videoplatform.autoconfigure;

import java.util.Set;

import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * The credentials of one client as its properties give them, not yet checked. An empty
 * text counts as unset.
 *
 * <p>
 * A named client inherits them as a whole or not at all:
 * <ol>
 * <li>If it has a user name, a password, a client id or a client secret of its own, it
 * inherits nothing: a secret is never combined with an identifier that it was not written
 * with.
 * <li>If it has only a grant, it inherits what that grant uses: the client id and the
 * secret, and for the password grant the user name and the password. The scope belongs to
 * the grant and is not inherited.
 * <li>If it has neither, it inherits everything; a scope of its own replaces the
 * inherited one.
 * </ol>
 * A client of another root URL inherits none of it; {@link ClientSettingsFactory} sees to
 * that.
 *
 * @param name the name of the client
 * @param source the prefix of the properties that hold user name, password, client id and
 * client secret
 * @param username the user name
 * @param password the password
 * @param clientId the client id
 * @param clientSecret the client secret
 * @param grantType the grant, or {@code null} if unset
 * @param scope the scopes, or {@code null} if unset
 */
record ConfiguredCredentials(String name, String source, @Nullable String username, @Nullable String password,
		@Nullable String clientId, @Nullable String clientSecret, @Nullable GrantType grantType,
		@Nullable Set<String> scope) {

	ConfiguredCredentials {
		username = textOrNull(username);
		password = StringUtils.hasLength(password) ? password : null;
		clientId = textOrNull(clientId);
		clientSecret = textOrNull(clientSecret);
	}

	static ConfiguredCredentials of(PlatformProperties properties) {
		return new ConfiguredCredentials(PlatformClients.DEFAULT,
				ClientCredentials.propertiesOf(PlatformClients.DEFAULT), properties.username(), properties.password(),
				properties.clientId(), properties.clientSecret(), properties.grantType(), properties.scope());
	}

	static ConfiguredCredentials of(String name, PlatformProperties.Client client) {
		return new ConfiguredCredentials(name, ClientCredentials.propertiesOf(name), client.username(),
				client.password(), client.clientId(), client.clientSecret(), client.grantType(), client.scope());
	}

	/**
	 * Return these credentials, completed from those of the default client of the same
	 * root URL.
	 */
	ConfiguredCredentials inheritFrom(ConfiguredCredentials parent) {
		if (this.username != null || this.password != null || this.clientId != null || this.clientSecret != null) {
			return this;
		}
		if (this.grantType == null) {
			return new ConfiguredCredentials(this.name, parent.source, parent.username, parent.password,
					parent.clientId, parent.clientSecret, parent.grantType,
					(this.scope != null) ? this.scope : parent.scope);
		}
		boolean account = this.grantType == GrantType.PASSWORD;
		return new ConfiguredCredentials(this.name, parent.source, account ? parent.username : null,
				account ? parent.password : null, parent.clientId, parent.clientSecret, this.grantType, this.scope);
	}

	/**
	 * Return these credentials with those of connection details in the place of what the
	 * properties say; the scope stays.
	 */
	ConfiguredCredentials replacedBy(PlatformConnectionDetails.@Nullable Credentials other) {
		return (other != null) ? new ConfiguredCredentials(this.name, this.source, other.username(), other.password(),
				other.clientId(), other.clientSecret(), other.grantType(), this.scope) : this;
	}

	/**
	 * Return the full name of one of the client's own properties.
	 */
	String property(String key) {
		return ClientCredentials.propertiesOf(this.name) + "." + key;
	}

	private static @Nullable String textOrNull(@Nullable String value) {
		return StringUtils.hasText(value) ? value.trim() : null;
	}

	@Override
	public String toString() {
		return "ConfiguredCredentials[name=%s, grantType=%s, clientId=%s]".formatted(this.name, this.grantType,
				this.clientId);
	}

}
