package io.videoplatform.it.keycloak;

import java.net.http.HttpResponse;
import java.time.Duration;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A response of the token endpoint, a success or an error.
 *
 * @param status the HTTP status
 * @param json the body
 * @since 0.1.0
 */
public record TokenResponse(int status, JsonNode json) {

	static TokenResponse of(HttpResponse<String> response) {
		return new TokenResponse(response.statusCode(), new JsonMapper().readTree(response.body()));
	}

	/**
	 * Returns the access token.
	 * @return the token
	 * @throws IllegalStateException if there is none
	 */
	public String accessToken() {
		return required("access_token").asString();
	}

	/**
	 * Returns the refresh token.
	 * @return the token
	 * @throws IllegalStateException if there is none
	 */
	public String refreshToken() {
		return required("refresh_token").asString();
	}

	/**
	 * Returns how long the access token lives.
	 * @return its lifetime when it was issued
	 */
	public Duration expiresIn() {
		return Duration.ofSeconds(required("expires_in").asLong());
	}

	/**
	 * Returns the code of an error.
	 * @return the code, empty if there is none
	 */
	public String error() {
		return this.json.path("error").asString("");
	}

	private JsonNode required(String member) {
		JsonNode value = this.json.get(member);
		if (value == null) {
			throw new IllegalStateException(
					"The token endpoint responded with " + this.status + " without '" + member + "': " + error());
		}
		return value;
	}

	@Override
	public String toString() {
		return "TokenResponse[status=" + this.status + ", error=" + error() + "]";
	}

}
