package io.videoplatform.samples.localplatform;

import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the password grant.
 */
@LocalPlatformTest
class PasswordGrantTests {

	@Autowired
	private PlatformClient platform;

	@Test
	void tokenWhenPasswordIsRightThenAllFields() throws Exception {
		HttpResponse<String> response = this.platform.password();
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Cache-Control").orElseThrow()).contains("no-store");
		JsonNode tokens = this.platform.json(response);
		assertThat(tokens.get("expires_in").asInt()).isEqualTo(30);
		assertThat(tokens.get("refresh_expires_in").asInt()).isEqualTo(1800);
		assertThat(tokens.get("token_type").asString()).isEqualTo("Bearer");
		assertThat(tokens.get("scope").asString()).isEqualTo("openid");
		assertThat(tokens.get("refresh_token").asString()).isNotEmpty();
		assertThat(tokens.get("id_token").asString()).isNotEmpty();
		assertApiResponds(tokens, 200);
	}

	@Test
	void tokenWhenNoOpenidScopeThenNoIdToken() throws Exception {
		Map<String, String> form = form();
		form.remove("scope");
		assertThat(this.platform.json(this.platform.token(form)).has("id_token")).isFalse();
	}

	@Test
	void tokenWhenPasswordIsWrongThenInvalidGrant() throws Exception {
		assertRefused(with("password", "wrong"), 400, "invalid_grant");
	}

	@Test
	void tokenWhenAccountIsUnknownThenInvalidGrant() throws Exception {
		assertRefused(with("username", "nobody"), 400, "invalid_grant");
	}

	@Test
	void tokenWhenScopeIsUnknownThenInvalidScope() throws Exception {
		assertRefused(with("scope", "openid admin"), 400, "invalid_scope");
	}

	@Test
	void tokenWhenPasswordIsMissingThenInvalidRequest() throws Exception {
		assertRefused(with("password", ""), 400, "invalid_request");
	}

	@Test
	void tokenWhenClientIsUnknownThenInvalidClient() throws Exception {
		assertRefused(with("client_id", "unknown"), 401, "invalid_client");
	}

	@Test
	void tokenWhenConfidentialClientSendsNoSecretThenInvalidClient() throws Exception {
		assertRefused(with("client_id", "platform-web"), 401, "invalid_client");
	}

	@Test
	void tokenWhenClientMayNotThenUnauthorizedClient() throws Exception {
		assertRefused(with("client_id", "platform-browser"), 400, "unauthorized_client");
	}

	@Test
	void tokenWhenPasswordIsInQueryThenInvalidRequest() throws Exception {
		Map<String, String> form = form();
		String password = form.remove("password");
		HttpResponse<String> response = this.platform
			.send(this.platform.post(PlatformClient.ISSUER_PATH + "/oauth2/token?password=" + password, form));
		assertThat(this.platform.json(response).get("error").asString()).isEqualTo("invalid_request");
	}

	@Test
	void tokenWhenOtherRealmThenNoToken() throws Exception {
		assertThat(this.platform.send(this.platform.post("/other/oauth2/token", form())).statusCode()).isEqualTo(403);
	}

	@Test
	void tokenWhenIdTokenIsSentToApiThenUnauthorized() throws Exception {
		String idToken = this.platform.json(this.platform.password()).get("id_token").asString();
		assertThat(this.platform.send(this.platform.bearer("/v1/videos", idToken)).statusCode()).isEqualTo(401);
	}

	private void assertApiResponds(JsonNode tokens, int status) throws Exception {
		String token = tokens.get("access_token").asString();
		assertThat(this.platform.send(this.platform.bearer("/v1/videos", token)).statusCode()).isEqualTo(status);
	}

	private void assertRefused(Map<String, String> form, int status, String error) throws Exception {
		HttpResponse<String> response = this.platform.token(form);
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(this.platform.json(response).get("error").asString()).isEqualTo(error);
		assertThat(response.headers().firstValue("Cache-Control").orElseThrow()).contains("no-store");
	}

	private static Map<String, String> with(String name, String value) {
		Map<String, String> form = form();
		form.put(name, value);
		return form;
	}

	private static Map<String, String> form() {
		return new HashMap<>(Map.of("grant_type", "password", "client_id", "anonymous", "username", "developer",
				"password", "developer", "scope", "openid"));
	}

}
