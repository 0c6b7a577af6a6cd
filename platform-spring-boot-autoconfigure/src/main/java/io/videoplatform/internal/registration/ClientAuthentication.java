package io.videoplatform.internal.registration;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
 */
public record ClientAuthentication(@Nullable ClientAuthenticationMethod method, @Nullable String keyBundle,
		@Nullable String keyLocation, @Nullable String keyId, @Nullable String secretLocation,
		@Nullable String passwordLocation) {

	/**
	 * That of a client which states nothing of it.
	 */
	public static final ClientAuthentication DEFAULT = new ClientAuthentication(null, null, null, null, null, null);

	private static final Set<ClientAuthenticationMethod> MUTUAL_TLS = Set.of(ClientAuthenticationMethod.TLS_CLIENT_AUTH,
			ClientAuthenticationMethod.SELF_SIGNED_TLS_CLIENT_AUTH);

	/**
	 * Return whether the client signs assertions (RFC 7523, section 2.2).
	 * @return whether it does
	 */
	public boolean signs() {
		return ClientAuthenticationMethod.PRIVATE_KEY_JWT.equals(this.method);
	}

	/**
	 * Return whether the client authenticates by a certificate (RFC 8705, section 2).
	 * @return whether it does
	 */
	public boolean usesMutualTls() {
		return this.method != null && MUTUAL_TLS.contains(this.method);
	}

	/**
	 * Return whether the client has a key.
	 * @return whether it has
	 */
	public boolean hasKey() {
		return this.keyBundle != null || this.keyLocation != null;
	}

	/**
	 * Return whether the client has a secret, wherever it is read from.
	 * @param clientSecret the secret that is stated itself, if one is
	 * @return whether it has
	 */
	public boolean hasSecret(@Nullable String clientSecret) {
		return clientSecret != null || this.secretLocation != null;
	}

	/**
	 * Return whether the client is a confidential one (RFC 6749, section 2.1).
	 * @param clientSecret the secret that is stated itself, if one is
	 * @return whether it can authenticate
	 */
	public boolean isConfidential(@Nullable String clientSecret) {
		return hasSecret(clientSecret) || usesKey();
	}

	private boolean usesKey() {
		return signs() || usesMutualTls();
	}

	/**
	 * Return whether a secret or a key is read from a file of its own.
	 * @return whether one is
	 */
	public boolean isInFiles() {
		return this.secretLocation != null || this.passwordLocation != null || (signs() && this.keyLocation != null);
	}

	/**
	 * Return the last part of the name of the property that the client authenticates
	 * with.
	 * @return the name, such as {@code client-secret}
	 */
	public String property() {
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
	 * @return the same for a client without account
	 */
	public ClientAuthentication withoutAccount() {
		return new ClientAuthentication(this.method, this.keyBundle, this.keyLocation, this.keyId, this.secretLocation,
				null);
	}

	/**
	 * Return all of this that a token may depend on.
	 */
	Stream<@Nullable String> parts() {
		String name = (this.method != null) ? this.method.getValue() : null;
		return Arrays.stream(new @Nullable String[] { name, this.keyBundle, this.keyLocation, this.keyId,
				this.secretLocation, this.passwordLocation });
	}

	@Override
	public String toString() {
		return Stream
			.of(Optional.ofNullable(this.method).map(ClientAuthenticationMethod::getValue),
					Optional.ofNullable(this.keyBundle), Optional.ofNullable(this.keyId))
			.flatMap(Optional::stream)
			.collect(Collectors.joining(", ", "ClientAuthentication[", "]"));
	}

}
