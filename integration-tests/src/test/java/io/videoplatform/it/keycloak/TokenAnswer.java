package io.videoplatform.it.keycloak;

import java.net.http.HttpResponse;
import java.time.Duration;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer of the token endpoint, good or bad.
 *
 * @param status the HTTP status
 * @param json the body
 * @since 0.1.0
 */
public record TokenAnswer(int status, JsonNode json) {

	static TokenAnswer of(HttpResponse<String> response) {
		return new TokenAnswer(response.statusCode(), new JsonMapper().readTree(response.body()));
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
					"The token endpoint answered " + this.status + " without '" + member + "': " + error());
		}
		return value;
	}

	@Override
	public String toString() {
		return "TokenAnswer[status=" + this.status + ", error=" + error() + "]";
	}

}
