package io.videoplatform.autoconfigure;

import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.client.PlatformClients;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where the platform is, and what the clients authenticate with. By default it is what
 * the properties {@code platform.*} say; a bean of this type takes precedence, in a test
 * for example. What it leaves {@code null} stays as the properties say.
 *
 * <p>
 * Which clients there are is decided by the properties. Clients are named as in
 * {@link PlatformClients}; {@link PlatformClients#DEFAULT} is the one that
 * {@code platform.*} describes.
 *
 * <pre class="code">
 * &#64;Bean
 * PlatformConnectionDetails platformConnectionDetails(PlatformContainer container) {
 *     return container::getRootUrl;
 * }
 * </pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface PlatformConnectionDetails extends ConnectionDetails {

	/**
	 * Return scheme and host of the platform's API.
	 * @return the root URL, or {@code null} to use the property {@code platform.root-url}
	 */
	@Nullable String getRootUrl();

	/**
	 * Return scheme and host of the API that a named client calls.
	 * @param client the name of a client other than {@link PlatformClients#DEFAULT}
	 * @return the root URL, or {@code null} to use its property {@code root-url}, and
	 * {@link #getRootUrl()} if that is not set
	 */
	default @Nullable String getRootUrl(String client) {
		return null;
	}

	/**
	 * Return the only issuer that credentials of a client may be sent to.
	 * @param client the name of the client
	 * @return the issuer, or {@code null} to use the property {@code issuer}
	 */
	default @Nullable String getIssuer(String client) {
		return null;
	}

	/**
	 * Return the credentials of a client.
	 * @param client the name of the client
	 * @return the credentials, which replace all credentials that the client has by
	 * properties, or {@code null} to use those
	 */
	default @Nullable Credentials getCredentials(String client) {
		return null;
	}

	/**
	 * Who a client is, and what it authenticates with. The same rules apply as to the
	 * properties of these names. Its {@code toString()} shows neither the password nor
	 * the secret.
	 *
	 * @param grantType the grant of the first token, or {@code null} if unset. Whether
	 * the application has logins is decided by the property {@code grant-type} alone
	 * @param clientId the client identifier, or {@code null} if unset
	 * @param clientSecret the client secret, or {@code null} for a public client
	 * @param username the user name of the account, for the password grant only
	 * @param password the password of the account, for the password grant only
	 */
	record Credentials(@Nullable GrantType grantType, @Nullable String clientId, @Nullable String clientSecret,
			@Nullable String username, @Nullable String password) {

		@Override
		public String toString() {
			return "Credentials[grantType=%s, clientId=%s]".formatted(this.grantType, this.clientId);
		}

	}

}
