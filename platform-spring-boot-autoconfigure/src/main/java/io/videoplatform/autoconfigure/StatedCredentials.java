package io.videoplatform.autoconfigure;

import java.util.Locale;
import java.util.Set;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * The credentials of one client as its properties state them, before anybody has asked
 * whether they can work. An empty text counts as unset.
 *
 * <p>
 * A named client inherits them as a whole or not at all:
 * <ol>
 * <li>If it states a user name, a password, a client id or a client secret, it inherits
 * nothing: a secret is never put beside an identifier that it was not written with.
 * <li>If it states only a grant, it inherits what that grant uses: the client id and the
 * secret, and for the password grant the user name and the password. The scope belongs to
 * the grant and is not inherited.
 * <li>If it states neither, it inherits everything; a scope of its own replaces the
 * inherited one.
 * </ol>
 * A client of another root URL inherits none of it in any case: whoever builds the
 * settings does not ask.
 *
 * @param name the name of the client
 * @param source the prefix of the properties that state user name, password, client id
 * and client secret
 * @param username the user name
 * @param password the password
 * @param clientId the client id
 * @param clientSecret the client secret
 * @param grantType the grant as it is written
 * @param scope the scopes, or {@code null} if unset
 */
record StatedCredentials(String name, String source, @Nullable String username, @Nullable String password,
		@Nullable String clientId, @Nullable String clientSecret, @Nullable String grantType,
		@Nullable Set<String> scope) {

	static final String PASSWORD = "password";

	static final String AUTHORIZATION_CODE = "authorization_code";

	StatedCredentials {
		username = textOrNull(username);
		password = StringUtils.hasLength(password) ? password : null;
		clientId = textOrNull(clientId);
		clientSecret = textOrNull(clientSecret);
		grantType = textOrNull(grantType);
	}

	static StatedCredentials of(PlatformProperties properties) {
		return new StatedCredentials(PlatformClients.DEFAULT, ClientCredentials.propertiesOf(PlatformClients.DEFAULT),
				properties.username(), properties.password(), properties.clientId(), properties.clientSecret(),
				properties.grantType(), properties.scope());
	}

	static StatedCredentials of(String name, PlatformProperties.Client client) {
		return new StatedCredentials(name, ClientCredentials.propertiesOf(name), client.username(), client.password(),
				client.clientId(), client.clientSecret(), client.grantType(), client.scope());
	}

	/**
	 * Return a grant in the spelling of RFC 6749, as far as letters and separators go.
	 */
	static String normalised(String grantType) {
		return grantType.trim().toLowerCase(Locale.ROOT).replace('-', '_');
	}

	/**
	 * Return these credentials, filled up from those of the default client of the same
	 * root URL.
	 */
	StatedCredentials inheritFrom(StatedCredentials parent) {
		if (this.username != null || this.password != null || this.clientId != null || this.clientSecret != null) {
			return this;
		}
		if (this.grantType == null) {
			return new StatedCredentials(this.name, parent.source, parent.username, parent.password, parent.clientId,
					parent.clientSecret, parent.grantType, (this.scope != null) ? this.scope : parent.scope);
		}
		boolean account = normalised(this.grantType).equals(PASSWORD);
		return new StatedCredentials(this.name, parent.source, account ? parent.username : null,
				account ? parent.password : null, parent.clientId, parent.clientSecret, this.grantType, this.scope);
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
		return "StatedCredentials[name=%s, grantType=%s, clientId=%s]".formatted(this.name, this.grantType,
				this.clientId);
	}

}
