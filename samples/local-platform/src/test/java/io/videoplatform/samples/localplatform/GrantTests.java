package io.videoplatform.samples.localplatform;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the grants of accounts and of services.
 */
@LocalPlatformTest
class GrantTests {

	private static final String ACCOUNT = "grant_type=password&client_id=anonymous&username=developer&password=developer&scope=openid";

	private static final String SERVICE = "grant_type=client_credentials&client_id=platform-service&client_secret=service-secret";

	@Autowired
	private PlatformClient platform;

	@Test
	void tokenWhenPasswordIsRightThenAllFields() throws Exception {
		HttpResponse<String> response = this.platform.token(form(ACCOUNT));
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Cache-Control").orElseThrow()).contains("no-store");
		JsonNode tokens = this.platform.json(response);
		assertThat(tokens.get("expires_in").asInt()).isEqualTo(30);
		assertThat(tokens.get("refresh_expires_in").asInt()).isEqualTo(1800);
		assertThat(tokens.get("token_type").asString()).isEqualTo("Bearer");
		assertThat(tokens.get("scope").asString()).isEqualTo("openid");
		assertThat(tokens.get("refresh_token").asString()).isNotEmpty();
		assertThat(callApi(tokens.get("access_token"))).isEqualTo(200);
		assertThat(callApi(tokens.get("id_token"))).isEqualTo(401);
	}

	@Test
	void tokenWhenSecretIsRightThenNoRefreshToken() throws Exception {
		String credentials = Base64.getEncoder()
			.encodeToString("platform-service:service-secret".getBytes(StandardCharsets.UTF_8));
		JsonNode tokens = this.platform
			.json(this.platform.send(this.platform.tokenRequest(form("grant_type=client_credentials"))
				.header("Authorization", "Basic " + credentials)));
		assertThat(tokens.has("refresh_token")).isFalse();
		assertThat(tokens.get("refresh_expires_in").asInt()).isZero();
		assertThat(callApi(tokens.get("access_token"))).isEqualTo(200);
		assertThat(this.platform.token(form(SERVICE)).statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource({ ACCOUNT + ", password=wrong, 400, invalid_grant", ACCOUNT + ", username=nobody, 400, invalid_grant",
			ACCOUNT + ", scope=openid admin, 400, invalid_scope", ACCOUNT + ", password=, 400, invalid_request",
			ACCOUNT + ", client_id=unknown, 401, invalid_client",
			ACCOUNT + ", client_id=platform-web, 401, invalid_client",
			ACCOUNT + ", client_id=platform-browser, 400, unauthorized_client",
			SERVICE + ", client_secret=wrong, 401, invalid_client" })
	void tokenWhenAParameterIsWrongThenRefused(String request, String wrong, int status, String error)
			throws Exception {
		Map<String, String> form = form(request);
		form.putAll(form(wrong));
		HttpResponse<String> response = this.platform.token(form);
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(this.platform.json(response).get("error").asString()).isEqualTo(error);
		assertThat(response.headers().firstValue("Cache-Control").orElseThrow()).contains("no-store");
	}

	@Test
	void tokenWhenPasswordIsInQueryThenInvalidRequest() throws Exception {
		Map<String, String> form = form(ACCOUNT);
		String password = form.remove("password");
		HttpResponse<String> response = this.platform
			.send(this.platform.post(PlatformClient.ISSUER_PATH + "/oauth2/token?password=" + password, form));
		assertThat(this.platform.json(response).get("error").asString()).isEqualTo("invalid_request");
	}

	private int callApi(JsonNode token) throws Exception {
		return this.platform.send(this.platform.bearer("/v1/videos", token.asString())).statusCode();
	}

	private static Map<String, String> form(String parameters) {
		Map<String, String> form = new HashMap<>();
		for (String parameter : parameters.split("&")) {
			String[] parts = parameter.split("=", 2);
			form.put(parts[0], parts[1]);
		}
		return form;
	}

}
