package io.videoplatform.samples.localplatform;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the client credentials grant.
 */
@LocalPlatformTest
class ClientCredentialsTests {

	@Autowired
	private PlatformClient platform;

	@Test
	void tokenWhenSecretIsRightThenNoRefreshToken() throws Exception {
		HttpResponse<String> response = token("service-secret");
		JsonNode tokens = this.platform.json(response);
		assertThat(tokens.has("refresh_token")).isFalse();
		assertThat(tokens.get("refresh_expires_in").asInt()).isZero();
		String token = tokens.get("access_token").asString();
		assertThat(this.platform.send(this.platform.bearer("/v1/videos", token)).statusCode()).isEqualTo(200);
	}

	@Test
	void tokenWhenSecretIsInBodyThenIssued() throws Exception {
		assertThat(this.platform
			.token(Map.of("grant_type", "client_credentials", "client_id", "platform-service", "client_secret",
					"service-secret"))
			.statusCode()).isEqualTo(200);
	}

	@Test
	void tokenWhenSecretIsWrongThenInvalidClient() throws Exception {
		HttpResponse<String> response = token("wrong");
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(this.platform.json(response).get("error").asString()).isEqualTo("invalid_client");
	}

	@Test
	void tokenWhenPublicClientThenUnauthorizedClient() throws Exception {
		HttpResponse<String> response = this.platform
			.token(Map.of("grant_type", "client_credentials", "client_id", "anonymous"));
		assertThat(this.platform.json(response).get("error").asString()).isEqualTo("unauthorized_client");
	}

	private HttpResponse<String> token(String secret) throws Exception {
		String credentials = Base64.getEncoder()
			.encodeToString(("platform-service:" + secret).getBytes(StandardCharsets.UTF_8));
		return this.platform.send(this.platform.tokenRequest(Map.of("grant_type", "client_credentials"))
			.header("Authorization", "Basic " + credentials));
	}

}
