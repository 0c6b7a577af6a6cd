package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the platform's client. Its {@code toString()} shows neither the password
 * nor the secret.
 *
 * @param enabled Whether the platform's client is configured at all.
 * @param rootUrl Scheme and host of the platform's API, for example
 * https://api.example.com.
 * @param username User name of the platform account that the application uses.
 * @param password Password of the platform account that the application uses.
 * @param clientId Client identifier agreed with the platform.
 * @param clientSecret Client secret agreed with the platform.
 * @param clientSecretLocation Location of a file with the client secret, read at each
 * token request.
 * @param clientAssertionLocation Location of a file with a client assertion, read at each
 * token request.
 * @param clientAssertionType Type of the client assertion in the file.
 * @param passwordLocation Location of a file with the password, read at each token
 * request.
 * @param clientAuthenticationMethod How the client authenticates with the identity
 * provider; by its secret if unset.
 * @param clientKey Private key that the client authenticates by.
 * @param tokenRequest Settings of token requests.
 * @param clientName Display name of the client on the login page; the client's name if
 * unset.
 * @param grantType Grant type; password if unset and a user name and a password are set.
 * @param scope Scopes to request; openid for a login and for the password grant if unset.
 * @param redirectUri URL that a login returns to, with the variables of Spring Security.
 * @param issuer Only issuer that credentials may be sent to.
 * @param trustedOrigins Further origins to which calls carry the token.
 * @param plainHttpOrigins Origins that may be reached without TLS; loopback always may.
 * @param ssl TLS settings of the connections to the platform.
 * @param proxy Proxy that leads to the platform.
 * @param discovery Settings of the discovery.
 * @param login Settings of logins.
 * @param roots Settings of the platforms that the application names at run time.
 * @param clients More clients by name, each of which inherits what it leaves unset.
 * @since 0.1.0
 */
@ConfigurationProperties("platform")
public record PlatformProperties(@DefaultValue("true") boolean enabled, @Nullable String rootUrl,
		@Nullable String username, @Nullable String password, @Nullable String clientId, @Nullable String clientSecret,
		@Nullable String clientSecretLocation, @Nullable String clientAssertionLocation,
		@DefaultValue("jwt-bearer") AssertionType clientAssertionType, @Nullable String passwordLocation,
		@Nullable AuthenticationMethod clientAuthenticationMethod, @DefaultValue ClientKey clientKey,
		@DefaultValue TokenRequest tokenRequest, @Nullable String clientName, @Nullable GrantType grantType,
		@DefaultValue Set<String> scope, @DefaultValue(ClientCredentials.REDIRECT_URI) String redirectUri,
		@Nullable String issuer, @DefaultValue Set<String> trustedOrigins, @DefaultValue Set<String> plainHttpOrigins,
		@DefaultValue Ssl ssl, @DefaultValue Proxy proxy, @DefaultValue Discovery discovery, @DefaultValue Login login,
		@DefaultValue Roots roots, @DefaultValue Map<String, Client> clients) {

	/**
	 * Create a new instance.
	 */
	public PlatformProperties {
		scope = new LinkedHashSet<>(scope);
		trustedOrigins = new LinkedHashSet<>(trustedOrigins);
		plainHttpOrigins = new LinkedHashSet<>(plainHttpOrigins);
		clients = new LinkedHashMap<>(clients);
	}

	/**
	 * Return the default client as one beside others.
	 */
	Client defaultClient() {
		return new Client(this.rootUrl, this.username, this.password, this.clientId, this.clientSecret,
				this.clientSecretLocation, this.clientAssertionLocation, this.clientAssertionType,
				this.passwordLocation, this.clientAuthenticationMethod, this.clientKey, this.tokenRequest,
				this.clientName, this.grantType, this.scope, this.redirectUri, this.issuer, this.trustedOrigins,
				this.ssl);
	}

	@Override
	public String toString() {
		return "PlatformProperties[rootUrl=%s, grantType=%s, clientId=%s, clients=%s]".formatted(this.rootUrl,
				this.grantType, this.clientId, this.clients);
	}

	/**
	 * Settings of a client besides the default one. What is unset is inherited from
	 * {@code platform.*}; credentials as a whole or not at all, and never from a client
	 * of another root URL. Its {@code toString()} shows neither the password nor the
	 * secret.
	 *
	 * @param rootUrl Scheme and host of the API that this client calls.
	 * @param username User name of the platform account of this client.
	 * @param password Password of the platform account of this client.
	 * @param clientId Client identifier of this client.
	 * @param clientSecret Client secret of this client.
	 * @param clientSecretLocation Location of a file with this client's secret.
	 * @param clientAssertionLocation Location of a file with an assertion for this
	 * client.
	 * @param clientAssertionType Type of the assertion in the file.
	 * @param passwordLocation Location of a file with the password of this client.
	 * @param clientAuthenticationMethod How this client authenticates with the identity
	 * provider.
	 * @param clientKey Private key that this client authenticates by.
	 * @param tokenRequest Settings of this client's token requests.
	 * @param clientName Display name of this client on the login page; the client's name
	 * if unset.
	 * @param grantType Grant of this client's first token.
	 * @param scope Scopes to request.
	 * @param redirectUri URL that a login by this client returns to.
	 * @param issuer Only issuer that this client's credentials may be sent to.
	 * @param trustedOrigins Further origins to which this client's calls carry the token.
	 * @param ssl TLS settings of the connections of a client with a root URL of its own.
	 */
	public record Client(@Nullable String rootUrl, @Nullable String username, @Nullable String password,
			@Nullable String clientId, @Nullable String clientSecret, @Nullable String clientSecretLocation,
			@Nullable String clientAssertionLocation, @Nullable AssertionType clientAssertionType,
			@Nullable String passwordLocation, @Nullable AuthenticationMethod clientAuthenticationMethod,
			@DefaultValue ClientKey clientKey, @Nullable TokenRequest tokenRequest, @Nullable String clientName,
			@Nullable GrantType grantType, @Nullable Set<String> scope, @Nullable String redirectUri,
			@Nullable String issuer, @Nullable Set<String> trustedOrigins, @DefaultValue Ssl ssl) {

		@Override
		public String toString() {
			return "Client[rootUrl=%s, grantType=%s, clientId=%s]".formatted(this.rootUrl, this.grantType,
					this.clientId);
		}

	}

	/**
	 * The private key that a client authenticates by: in an SSL bundle, or for assertions
	 * also in a JWK file.
	 *
	 * @param bundle Name of the SSL bundle with the key.
	 * @param location Location of a JWK with the key.
	 * @param id Key identifier that assertions name; that of the JWK if unset.
	 */
	public record ClientKey(@Nullable String bundle, @Nullable String location, @Nullable String id) {

		@Override
		public String toString() {
			return "ClientKey[bundle=%s, id=%s]".formatted(this.bundle, this.id);
		}

	}

	/**
	 * Settings of token requests.
	 *
	 * @param parameters Further parameters of token requests, such as audience or
	 * resource.
	 */
	public record TokenRequest(@DefaultValue Map<String, List<String>> parameters) {

		/**
		 * Create a new instance.
		 */
		public TokenRequest {
			parameters = new LinkedHashMap<>(parameters);
		}

	}

	/**
	 * TLS settings of connections.
	 *
	 * @param bundle Name of the SSL bundle for discovery, token requests and API calls.
	 */
	public record Ssl(@Nullable String bundle) {

	}

	/**
	 * The proxy that leads to the platform.
	 *
	 * @param host Host of the HTTP proxy.
	 * @param port Port of the HTTP proxy.
	 */
	public record Proxy(@Nullable String host, @Nullable Integer port) {

	}

	/**
	 * Settings of logins.
	 *
	 * @param rpInitiatedLogout Whether a logout also ends the session at the identity
	 * provider.
	 * @param postLogoutRedirectUri URL that a logout at the identity provider returns to,
	 * with the variables of Spring Security.
	 * @param backChannelLogout Whether the identity provider may log users out.
	 * @param revokeAtLogout Whether a logout revokes the refresh token.
	 * @param maxLogins Maximum number of logins whose tokens are kept.
	 * @param idleTimeout Time after which the unused tokens of a login are discarded, if
	 * the provider states no end.
	 * @param authorizationParameters Further parameters of authorization requests, such
	 * as ui_locales or kc_idp_hint.
	 */
	public record Login(@DefaultValue("false") boolean rpInitiatedLogout,
			@DefaultValue(RedirectUriValidator.HOME) String postLogoutRedirectUri,
			@DefaultValue("false") boolean backChannelLogout, @DefaultValue("true") boolean revokeAtLogout,
			@DefaultValue("100000") int maxLogins, @DefaultValue("8h") Duration idleTimeout,
			@DefaultValue Map<String, String> authorizationParameters) {

		/**
		 * Create a new instance.
		 * @throws PlatformConfigurationException if a value is out of range or the URL is
		 * malformed
		 */
		public Login {
			RedirectUriValidator.afterLogout("platform.login.post-logout-redirect-uri", postLogoutRedirectUri);
			CacheLimitValidator.maximum("platform.login.max-logins", maxLogins);
			CacheLimitValidator.idleTimeout("platform.login.idle-timeout", idleTimeout);
			RequestParameterValidator.authorization("platform.login.authorization-parameters", authorizationParameters);
		}

	}

	/**
	 * Settings of the discovery.
	 *
	 * @param minLifetime Time for which discovered configuration is used if its HTTP
	 * headers state no lifetime or forbid caching.
	 * @param staleIfError Time that discovered configuration is used beyond its lifetime
	 * while it cannot be read again.
	 * @param trustedIssuers Issuers that credentials may be sent to, exact or with one
	 * leading wildcard such as https://*.vendor.example.
	 * @param warmUp Whether discovery begins in the background once the application has
	 * started.
	 * @param addressFilter Which addresses discovered URLs may lead to.
	 */
	public record Discovery(@DefaultValue("1m") Duration minLifetime, @DefaultValue("24h") Duration staleIfError,
			@DefaultValue List<String> trustedIssuers, @DefaultValue("true") boolean warmUp,
			@DefaultValue("relative") AddressFilter addressFilter) {

	}

	/**
	 * Grants by which a first token is acquired (RFC 6749).
	 */
	public enum GrantType {

		/**
		 * Authorization code, for tokens of users who log in (RFC 6749, section 4.1).
		 */
		AUTHORIZATION_CODE,

		/**
		 * Client credentials, for a token of the application itself (RFC 6749, section
		 * 4.4).
		 */
		CLIENT_CREDENTIALS,

		/**
		 * Resource owner password credentials, for a token of one account (RFC 6749,
		 * section 4.3), which RFC 9700 advises against.
		 */
		PASSWORD;

		/**
		 * Return the value of {@code grant_type} in token requests.
		 */
		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/**
	 * Methods by which a client authenticates with the identity provider (RFC 7591,
	 * section 2).
	 */
	public enum AuthenticationMethod {

		/**
		 * The secret by HTTP Basic (RFC 6749, section 2.3.1).
		 */
		CLIENT_SECRET_BASIC,

		/**
		 * The secret as a parameter (RFC 6749, section 2.3.1).
		 */
		CLIENT_SECRET_POST,

		/**
		 * An assertion that the client signs (RFC 7523, section 2.2).
		 */
		PRIVATE_KEY_JWT,

		/**
		 * An assertion that another authority signs for the client (RFC 7523, section
		 * 2.2).
		 */
		CLIENT_ASSERTION,

		/**
		 * A certificate of an authority that the provider trusts (RFC 8705, section 2.1).
		 */
		TLS_CLIENT_AUTH,

		/**
		 * A certificate that is registered with the provider (RFC 8705, section 2.2).
		 */
		SELF_SIGNED_TLS_CLIENT_AUTH,

		/**
		 * None: the client is a public one.
		 */
		NONE;

		/**
		 * Return the name of RFC 7591 and OpenID Connect.
		 */
		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/**
	 * Types of assertions that another authority signs for a client.
	 */
	public enum AssertionType {

		/**
		 * A JWT (RFC 7523, section 2.2), such as a service account token of Kubernetes.
		 */
		JWT_BEARER,

		/**
		 * A JWT-SVID of SPIFFE.
		 */
		JWT_SPIFFE;

		/**
		 * Return the last part of {@code client_assertion_type} in token requests.
		 */
		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	/**
	 * Which addresses discovered URLs may lead to.
	 */
	public enum AddressFilter {

		/**
		 * No address more private than the root URL's: a public root URL allows public
		 * addresses only.
		 */
		RELATIVE,

		/**
		 * Any address.
		 */
		OFF

	}

	/**
	 * Settings of the platforms that the application names at run time.
	 *
	 * @param maxSize Maximum number of platforms named at run time that are kept in use.
	 * @param idleTimeout Time after which an unused platform named at run time is
	 * discarded.
	 * @param nearestAddress Most private addresses to which platforms named at run time
	 * may resolve.
	 */
	public record Roots(@DefaultValue("1000") int maxSize, @DefaultValue("1h") Duration idleTimeout,
			@DefaultValue("public") NearestAddress nearestAddress) {

		/**
		 * Create a new instance.
		 * @throws PlatformConfigurationException if a value is out of range
		 */
		public Roots {
			CacheLimitValidator.maximum("platform.roots.max-size", maxSize);
			CacheLimitValidator.idleTimeout("platform.roots.idle-timeout", idleTimeout);
		}

	}

	/**
	 * The nearest addresses that may be reached.
	 */
	public enum NearestAddress {

		/**
		 * The internet.
		 */
		PUBLIC,

		/**
		 * Private networks, too.
		 */
		PRIVATE,

		/**
		 * The machine itself, too, for tests.
		 */
		LOOPBACK

	}

}
