package io.videoplatform.internal.token.endpoint;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * Authenticates the requests of one client at its provider (RFC 6749, section 2.3), each
 * by what its secrets and its key are at that moment.
 */
public final class ClientAuthenticator {

	private static final String ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

	private final ClientCredentials credentials;

	private final ClientSecrets secrets;

	private final @Nullable ClientAssertionFactory assertions;

	/**
	 * Create a new instance.
	 * @param credentials the client
	 * @param secrets its secrets
	 * @param assertions signs for it, if it has a key
	 */
	public ClientAuthenticator(ClientCredentials credentials, ClientSecrets secrets,
			@Nullable ClientAssertionFactory assertions) {
		this.credentials = credentials;
		this.secrets = secrets;
		this.assertions = assertions;
	}

	/**
	 * Return the client.
	 * @return its credentials
	 */
	public ClientCredentials credentials() {
		return this.credentials;
	}

	/**
	 * Return the client's secrets.
	 * @return the secrets
	 */
	public ClientSecrets secrets() {
		return this.secrets;
	}

	/**
	 * Return whether it takes files or signatures to authenticate, which an event loop
	 * should not be kept with.
	 */
	boolean takesTime() {
		return this.assertions != null || !this.secrets.isFixed();
	}

	/**
	 * Authenticate one request.
	 * @throws CredentialsUnavailableException if that is not possible at the moment
	 */
	Authentication authenticate(ClientRegistration registration) {
		ClientSecrets.Values current = this.secrets.current();
		ClientAuthenticationMethod method = registration.getClientAuthenticationMethod();
		if (ClientAuthenticationMethod.CLIENT_SECRET_BASIC.equals(method)) {
			return new Authentication(basic(registration, secret(registration, current)), Map.of(), current);
		}
		Map<String, @Nullable String> parameters = new LinkedHashMap<>();
		parameters.put("client_id", registration.getClientId());
		if (ClientAuthenticationMethod.CLIENT_SECRET_POST.equals(method)) {
			parameters.put("client_secret", secret(registration, current));
		}
		if (ClientAuthenticationMethod.PRIVATE_KEY_JWT.equals(method)) {
			parameters.put("client_assertion_type", ASSERTION_TYPE);
			parameters.put("client_assertion", Objects.requireNonNull(this.assertions).create(registration));
		}
		return new Authentication(null, parameters, current);
	}

	/**
	 * A registration has the secret that does not change.
	 */
	private @Nullable String secret(ClientRegistration registration, ClientSecrets.Values current) {
		return this.secrets.isFixed() ? registration.getClientSecret() : current.clientSecret();
	}

	/**
	 * Return the credentials of RFC 6749, section 2.3.1: both parts are form-encoded.
	 */
	private static String basic(ClientRegistration registration, @Nullable String secret) {
		String pair = encode(registration.getClientId()) + ":" + encode(Objects.requireNonNullElse(secret, ""));
		return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
	}

	private static String encode(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

	/**
	 * What one request carries. Its {@code toString()} shows nothing of it.
	 *
	 * @param basic the credentials of HTTP Basic, if these are used
	 * @param parameters the parameters that authenticate the client
	 * @param values the secrets that were read
	 */
	record Authentication(@Nullable String basic, Map<String, @Nullable String> parameters,
			ClientSecrets.Values values) {

		/**
		 * Return the values that may appear in no message.
		 */
		Stream<@Nullable String> secrets() {
			return Stream.of(this.values.password(), this.values.clientSecret(), this.basic,
					this.parameters.get("client_assertion"));
		}

		@Override
		public String toString() {
			return "Authentication[%s]".formatted(this.parameters.keySet());
		}

	}

}
