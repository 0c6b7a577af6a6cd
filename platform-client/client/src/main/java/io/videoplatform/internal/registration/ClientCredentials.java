package io.videoplatform.internal.registration;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.nimbusds.jose.util.JSONArrayUtils;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * What a client of the platform was given: who it is and by which grant it acquires its
 * first token. Its {@code toString()} holds no secret.
 *
 * @param name the name of the client in this application
 * @param grantType the grant of the first token
 * @param clientId the client identifier
 * @param clientSecret the secret of a confidential client
 * @param username the account's user name, for the password grant
 * @param password the account's password, for the password grant
 * @param scopes the scopes to request
 * @param appearance how the client appears to people
 * @param authentication how the client authenticates with its provider
 * @param parameters further parameters of token requests, each with its values
 */
public record ClientCredentials(String name, AuthorizationGrantType grantType, String clientId,
		@Nullable String clientSecret, @Nullable String username, @Nullable String password, Set<String> scopes,
		Appearance appearance, ClientAuthentication authentication, Map<String, List<String>> parameters) {

	/**
	 * The resource owner password credentials grant (RFC 6749, section 4.3), which Spring
	 * Security names no more.
	 */
	public static final AuthorizationGrantType PASSWORD = new AuthorizationGrantType("password");

	/**
	 * The redirect URI of a login where none is set; Spring Security's own.
	 */
	public static final String REDIRECT_URI = "{baseUrl}/login/oauth2/code/{registrationId}";

	public ClientCredentials {
		scopes = Set.copyOf(scopes);
		parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
	}

	/**
	 * Return the same credentials for a client of another name.
	 */
	public ClientCredentials named(String other) {
		return other.equals(this.name) ? this
				: new ClientCredentials(other, this.grantType, this.clientId, this.clientSecret, this.username,
						this.password, this.scopes, this.appearance, this.authentication, this.parameters);
	}

	/**
	 * Return the same credentials for a client whose messages name other properties.
	 */
	public ClientCredentials describedBy(ClientPropertyNames properties) {
		return new ClientCredentials(this.name, this.grantType, this.clientId, this.clientSecret, this.username,
				this.password, this.scopes, new Appearance(properties, clientName(), redirectUri()),
				this.authentication, this.parameters);
	}

	/**
	 * Return the identifier of the client's registration with Spring Security, which is
	 * part of the redirect URI.
	 */
	public String registrationId() {
		return registrationIdOf(this.name);
	}

	/**
	 * Return the identifier of a client's registration with Spring Security.
	 * @return {@code platform} for the default client, or
	 * <code>platform-&lt;name&gt;</code>
	 */
	public static String registrationIdOf(String name) {
		return name.equals(PlatformClients.DEFAULT) ? name : PlatformClients.DEFAULT + "-" + name;
	}

	/**
	 * Return the full name of the property that one of these credentials is, or would be,
	 * set by.
	 * @return the full name; that of the default client if the credentials are inherited
	 */
	public String property(String name) {
		return this.appearance.properties().apply(name);
	}

	/**
	 * Return what to do about an error, with the properties of the client.
	 */
	public String cure(PlatformError error, boolean worked) {
		return error.getCure(this.appearance.properties(), worked);
	}

	/**
	 * Return a message that ends with what to do.
	 */
	public String explain(PlatformError error, String message) {
		return error.explain(message, this.appearance.properties());
	}

	/**
	 * Return the name that the login page shows.
	 */
	public String clientName() {
		return this.appearance.clientName();
	}

	/**
	 * Return the template of the redirect URI of a login.
	 */
	public String redirectUri() {
		return this.appearance.redirectUri();
	}

	/**
	 * Return whether the first token is acquired by the password grant.
	 */
	public boolean usesPassword() {
		return PASSWORD.equals(this.grantType);
	}

	/**
	 * Return whether tokens belong to users who log in: there is none of the application
	 * itself.
	 */
	public boolean usesLogin() {
		return AuthorizationGrantType.AUTHORIZATION_CODE.equals(this.grantType);
	}

	/**
	 * Return whether requests name the client: an assertion that it was given may do so
	 * alone (RFC 7521, section 4.2).
	 */
	public boolean sendsClientId() {
		ClientAuthentication.Assertion assertion = this.authentication.assertion();
		return assertion == null || assertion.named();
	}

	/**
	 * Return whether the client has a secret, wherever it is read from.
	 */
	public boolean hasSecret() {
		return this.authentication.hasSecret(this.clientSecret);
	}

	/**
	 * Return whether the client is a confidential one (RFC 6749, section 2.1).
	 */
	public boolean isConfidential() {
		return this.authentication.isConfidential(this.clientSecret);
	}

	/**
	 * Return how the client authenticates at a provider. What is configured counts.
	 * Otherwise a public client authenticates by its identifier alone; a confidential one
	 * by HTTP Basic, which every provider must support (RFC 6749, section 2.3.1), unless
	 * the metadata names the form parameters only.
	 */
	public ClientAuthenticationMethod authenticationMethod(List<String> supported) {
		ClientAuthenticationMethod configured = this.authentication.method();
		if (configured != null) {
			return configured;
		}
		if (!hasSecret()) {
			return ClientAuthenticationMethod.NONE;
		}
		boolean postOnly = !supported.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC.getValue())
				&& supported.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST.getValue());
		return postOnly ? ClientAuthenticationMethod.CLIENT_SECRET_POST
				: ClientAuthenticationMethod.CLIENT_SECRET_BASIC;
	}

	/**
	 * Return all that an application's own token depends on, secrets included, as one
	 * text. No two accounts have the same.
	 */
	public String account(@Nullable String currentSecret, @Nullable String currentPassword,
			@Nullable String currentProof) {
		ClientAuthenticationMethod method = this.authentication.method();
		return JSONArrayUtils.toJSONString(Arrays.asList(this.grantType.getValue(), this.clientId, currentSecret,
				this.username, currentPassword, currentProof, (method != null) ? method.getValue() : null,
				this.authentication.assertionType(), List.copyOf(new TreeSet<>(this.scopes)), this.parameters));
	}

	@Override
	public String toString() {
		return "ClientCredentials[name=%s, grantType=%s, clientId=%s]".formatted(this.name, this.grantType.getValue(),
				this.clientId);
	}

	/**
	 * How a client appears to people: to an operator in messages, to a user on the login
	 * page.
	 *
	 * @param properties the properties that it is described by
	 * @param clientName the name that the login page shows
	 * @param redirectUri the template of the redirect URI of a login
	 */
	public record Appearance(ClientPropertyNames properties, String clientName, String redirectUri) {
	}

}
