package io.videoplatform.it.keycloak;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * A client of the token endpoint without a cache and without retries.
 *
 * @since 0.1.0
 */
public final class TokenClient {

	private final URI issuer;

	/**
	 * Creates a client.
	 * @param issuer the realm's issuer, as Keycloak or a proxy in front of it is reached
	 */
	public TokenClient(URI issuer) {
		this.issuer = issuer;
	}

	/**
	 * Requests tokens with a user's password as the public client {@code anonymous}.
	 * @param username the user
	 * @param password the password
	 * @return the response, whatever it is
	 */
	public TokenResponse password(String username, String password) {
		return send(request(Map.of("grant_type", "password", "client_id", "anonymous", "scope", "openid", "username",
				username, "password", password)));
	}

	/**
	 * Requests tokens with a refresh token as the public client {@code anonymous}.
	 * @param refreshToken the refresh token
	 * @return the response, whatever it is
	 */
	public TokenResponse refresh(String refreshToken) {
		return send(request(
				Map.of("grant_type", "refresh_token", "client_id", "anonymous", "refresh_token", refreshToken)));
	}

	/**
	 * Requests tokens with a refresh token as a client with a secret.
	 * @param clientId the client
	 * @param secret the client's secret, without characters that would need encoding
	 * @param refreshToken the refresh token
	 * @return the response, whatever it is
	 */
	public TokenResponse refresh(String clientId, String secret, String refreshToken) {
		return send(
				authenticated(clientId, secret, Map.of("grant_type", "refresh_token", "refresh_token", refreshToken)));
	}

	/**
	 * Requests a token for the client itself.
	 * @param clientId the client
	 * @param secret the client's secret, without characters that would need encoding
	 * @return the response, whatever it is
	 */
	public TokenResponse clientCredentials(String clientId, String secret) {
		return send(authenticated(clientId, secret, Map.of("grant_type", "client_credentials")));
	}

	private HttpRequest.Builder authenticated(String clientId, String secret, Map<String, String> parameters) {
		byte[] credentials = (clientId + ":" + secret).getBytes(StandardCharsets.UTF_8);
		return request(parameters).header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
	}

	private HttpRequest.Builder request(Map<String, String> parameters) {
		return HttpJson.form(URI.create(this.issuer + "/protocol/openid-connect/token"), parameters);
	}

	private static TokenResponse send(HttpRequest.Builder request) {
		return TokenResponse.of(HttpJson.send(request.build()));
	}

}
