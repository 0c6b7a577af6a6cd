package io.videoplatform.internal.registration;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * How a client authenticates with its provider, and where it finds what it needs for
 * that. Its {@code toString()} shows no location, which may be the secret itself.
 *
 * @param method the method, or {@code null} to choose by the client's secret and the
 * provider's metadata
 * @param keyBundle the SSL bundle that holds the client's key
 * @param keyLocation the location of the client's key as a JWK (RFC 7517)
 * @param keyId the identifier of the key, if another than the key's own is sent
 * @param secretLocation the location of the client's secret
 * @param passwordLocation the location of the account's password
 * @param assertion the assertion that the client is given, if it is
 */
public record ClientAuthentication(@Nullable ClientAuthenticationMethod method, @Nullable String keyBundle,
		@Nullable String keyLocation, @Nullable String keyId, @Nullable String secretLocation,
		@Nullable String passwordLocation, @Nullable Assertion assertion) {

	/**
	 * The method of a client that is given its assertions, which has no name in a
	 * standard.
	 */
	public static final ClientAuthenticationMethod CLIENT_ASSERTION = new ClientAuthenticationMethod(
			"client_assertion");

	/**
	 * That of a client which states nothing of it.
	 */
	public static final ClientAuthentication DEFAULT = new ClientAuthentication(null, null, null, null, null, null,
			null);

	private static final String TYPES = "urn:ietf:params:oauth:client-assertion-type:";

	private static final Set<ClientAuthenticationMethod> MUTUAL_TLS = Set.of(ClientAuthenticationMethod.TLS_CLIENT_AUTH,
			ClientAuthenticationMethod.SELF_SIGNED_TLS_CLIENT_AUTH);

	/**
	 * Return whether the client signs assertions (RFC 7523, section 2.2).
	 */
	public boolean signs() {
		return ClientAuthenticationMethod.PRIVATE_KEY_JWT.equals(this.method);
	}

	/**
	 * Return whether the client authenticates by a certificate (RFC 8705, section 2).
	 */
	public boolean usesMutualTls() {
		return this.method != null && MUTUAL_TLS.contains(this.method);
	}

	/**
	 * Return whether the client has a key.
	 */
	public boolean hasKey() {
		return this.keyBundle != null || this.keyLocation != null;
	}

	/**
	 * Return whether the client has a secret, wherever it is read from.
	 */
	public boolean hasSecret(@Nullable String clientSecret) {
		return clientSecret != null || this.secretLocation != null;
	}

	/**
	 * Return whether the client is a confidential one (RFC 6749, section 2.1).
	 */
	public boolean isConfidential(@Nullable String clientSecret) {
		return hasSecret(clientSecret) || usesKey() || this.assertion != null;
	}

	private boolean usesKey() {
		return signs() || usesMutualTls();
	}

	/**
	 * Return whether a secret or a key is read from a file of its own.
	 */
	public boolean isInFiles() {
		return this.secretLocation != null || this.passwordLocation != null || this.assertion != null
				|| (signs() && this.keyLocation != null);
	}

	/**
	 * Return the type of the assertions that the client sends.
	 */
	public String assertionType() {
		return TYPES + ((this.assertion != null) ? this.assertion.type() : "jwt-bearer");
	}

	/**
	 * Return the last part of the name of the property that the client authenticates
	 * with.
	 */
	public String property() {
		if (this.assertion != null) {
			return "client-assertion-location";
		}
		if (usesKey()) {
			return (this.keyLocation != null) ? "client-key.location" : "client-key.bundle";
		}
		return secretProperty();
	}

	/**
	 * Return the last part of the name of the property that states the client's secret.
	 * @return the name; {@code client-secret} if none does
	 */
	public String secretProperty() {
		return (this.secretLocation != null) ? "client-secret-location" : "client-secret";
	}

	/**
	 * Return the last part of the name of the property that states the account's
	 * password.
	 * @return the name; {@code password} if none does
	 */
	public String passwordProperty() {
		return (this.passwordLocation != null) ? "password-location" : "password";
	}

	/**
	 * Return this without the password, as another grant than that of the password uses
	 * it.
	 */
	public ClientAuthentication withoutAccount() {
		return new ClientAuthentication(this.method, this.keyBundle, this.keyLocation, this.keyId, this.secretLocation,
				null, this.assertion);
	}

	@Override
	public String toString() {
		return "ClientAuthentication[%s]".formatted((this.method != null) ? this.method.getValue() : "default");
	}

	/**
	 * The assertion that a client is given. Its {@code toString()} does not show the
	 * location.
	 *
	 * @param location the location of the assertion
	 * @param type the last part of its type: {@code jwt-bearer} (RFC 7523) or
	 * {@code jwt-spiffe}
	 * @param named whether requests hold the client's identifier besides
	 */
	public record Assertion(String location, String type, boolean named) {

		@Override
		public String toString() {
			return "Assertion[" + this.type + "]";
		}

	}

}
