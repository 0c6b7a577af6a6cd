package io.videoplatform.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.PlatformProperties.AssertionType;
import io.videoplatform.autoconfigure.PlatformProperties.AuthenticationMethod;
import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.registration.ClientAuthentication;
import io.videoplatform.internal.registration.ClientAuthentication.Assertion;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.util.StringUtils;

/**
 * The credentials of one client as its properties give them, not yet checked. An empty
 * text counts as unset.
 *
 * <p>
 * A named client inherits them as a whole or not at all:
 * <ol>
 * <li>If it has a user name, a password, a client id, a client secret, a key or an
 * authentication method of its own, it inherits nothing: a secret is never combined with
 * an identifier that it was not written with.
 * <li>If it has only a grant, it inherits what that grant uses: the client id, the secret
 * or the key, and for the password grant the user name and the password. The scope and
 * the parameters of token requests belong to the grant and are not inherited.
 * <li>If it has neither, it inherits everything; a scope and parameters of its own
 * replace the inherited ones.
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
 * @param authentication how the client authenticates
 * @param parameters further parameters of token requests, or {@code null} if unset
 */
record ConfiguredCredentials(String name, String source, @Nullable String username, @Nullable String password,
		@Nullable String clientId, @Nullable String clientSecret, @Nullable GrantType grantType,
		@Nullable Set<String> scope, ClientAuthentication authentication,
		@Nullable Map<String, List<String>> parameters) {

	private static final Pattern KEY = Pattern.compile("\\{([a-z.-]+)}");

	ConfiguredCredentials {
		username = textOrNull(username);
		password = StringUtils.hasLength(password) ? password : null;
		clientId = textOrNull(clientId);
		clientSecret = StringUtils.hasText(clientSecret) ? clientSecret : null;
	}

	static ConfiguredCredentials of(String name, PlatformProperties.Client client) {
		return new ConfiguredCredentials(name, ClientPropertyNames.prefixOf(name), client.username(), client.password(),
				client.clientId(), client.clientSecret(), client.grantType(), client.scope(),
				authentication(client.clientAuthenticationMethod(), client.clientKey(), client.clientSecretLocation(),
						client.passwordLocation(),
						assertion(client.clientAssertionLocation(), client.clientAssertionType(), client.clientId())),
				(client.tokenRequest() != null) ? client.tokenRequest().parameters() : null);
	}

	private static ClientAuthentication authentication(@Nullable AuthenticationMethod method,
			PlatformProperties.ClientKey key, @Nullable String secretLocation, @Nullable String passwordLocation,
			@Nullable Assertion assertion) {
		return new ClientAuthentication((method != null) ? new ClientAuthenticationMethod(method.toString()) : null,
				textOrNull(key.bundle()), textOrNull(key.location()), textOrNull(key.id()), textOrNull(secretLocation),
				textOrNull(passwordLocation), assertion);
	}

	private static @Nullable Assertion assertion(@Nullable String location, @Nullable AssertionType type,
			@Nullable String clientId) {
		String stated = textOrNull(location);
		return (stated != null) ? new Assertion(stated,
				Objects.requireNonNullElse(type, AssertionType.JWT_BEARER).toString(), StringUtils.hasText(clientId))
				: null;
	}

	/**
	 * Return these credentials, completed from those of the default client of the same
	 * root URL.
	 */
	ConfiguredCredentials inheritFrom(ConfiguredCredentials parent) {
		if (!values().isEmpty() || !this.authentication.equals(ClientAuthentication.DEFAULT)) {
			return this;
		}
		if (this.grantType == null) {
			return new ConfiguredCredentials(this.name, parent.source, parent.username, parent.password,
					parent.clientId, parent.clientSecret, parent.grantType,
					(this.scope != null) ? this.scope : parent.scope, parent.authentication,
					(this.parameters != null) ? this.parameters : parent.parameters);
		}
		boolean account = this.grantType == GrantType.PASSWORD;
		return new ConfiguredCredentials(this.name, parent.source, account ? parent.username : null,
				account ? parent.password : null, parent.clientId, parent.clientSecret, this.grantType, this.scope,
				account ? parent.authentication : parent.authentication.withoutAccount(), this.parameters);
	}

	/**
	 * Return the names of the properties that set these credentials. Where a key or a
	 * location is set in place of the secret or the password, that is named.
	 * @param own what the client sets itself: with a grant of its own it inherits neither
	 * scope nor parameters
	 * @param sslBundle the property of the SSL bundle, whose certificate authenticates a
	 * client that has none of its own
	 */
	ClientPropertyNames names(ConfiguredCredentials own, String sslBundle) {
		boolean ownGrant = own.grantType != null;
		boolean byConnection = this.authentication.usesMutualTls() && !this.authentication.hasKey();
		return ClientPropertyNames.of(this.source)
			.with("ssl.bundle", sslBundle)
			.with("client-secret", byConnection ? sslBundle : this.source + "." + this.authentication.property())
			.with("password", this.source + "." + this.authentication.passwordProperty())
			.with("grant-type", name("grant-type", ownGrant))
			.with("scope", name("scope", ownGrant || own.scope != null))
			.with("token-request.parameters", name("token-request.parameters", ownGrant || own.parameters != null));
	}

	private String name(String key, boolean own) {
		return own ? property(key) : this.source + "." + key;
	}

	/**
	 * Return what is set of all that identifies and authenticates the client and its
	 * account, by the last parts of the properties' names.
	 */
	Map<String, String> values() {
		Map<String, String> values = new LinkedHashMap<>();
		put(values, "username", this.username);
		put(values, "password", this.password);
		put(values, "password-location", this.authentication.passwordLocation());
		put(values, "client-id", this.clientId);
		put(values, "client-secret", this.clientSecret);
		put(values, "client-secret-location", this.authentication.secretLocation());
		put(values, "client-key.bundle", this.authentication.keyBundle());
		put(values, "client-key.location", this.authentication.keyLocation());
		Assertion assertion = this.authentication.assertion();
		put(values, "client-assertion-location", (assertion != null) ? assertion.location() : null);
		return values;
	}

	private static void put(Map<String, String> values, String key, @Nullable String value) {
		if (value != null) {
			values.put(key, value);
		}
	}

	/**
	 * Return whether the client can authenticate.
	 */
	boolean isConfidential() {
		return this.authentication.isConfidential(this.clientSecret);
	}

	/**
	 * Return these credentials with those of connection details in the place of what the
	 * properties say; the scope and the parameters stay.
	 */
	ConfiguredCredentials replacedBy(PlatformConnectionDetails.@Nullable Credentials other) {
		return (other != null) ? new ConfiguredCredentials(this.name, this.source, other.username(), other.password(),
				other.clientId(), other.clientSecret(), other.grantType(), this.scope, ClientAuthentication.DEFAULT,
				this.parameters) : this;
	}

	/**
	 * Return the full name of one of the client's own properties.
	 */
	String property(String key) {
		return ClientPropertyNames.prefixOf(this.name) + "." + key;
	}

	/**
	 * Return what stops the start because of one of the client's own properties.
	 * @param reason what is wrong, in which <code>{key}</code> stands for another one
	 * @param action what to do, likewise
	 */
	PlatformConfigurationException mistake(PlatformError error, String key, @Nullable String value, String reason,
			String action) {
		return new PlatformConfigurationException(error, property(key), value, named(reason), named(action));
	}

	PlatformConfigurationException invalid(String key, @Nullable String value, String reason, String action) {
		return mistake(PlatformError.CONFIGURATION, key, value, reason, action);
	}

	private String named(String text) {
		return KEY.matcher(text).replaceAll((key) -> "'" + property(key.group(1)) + "'");
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
