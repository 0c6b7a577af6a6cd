package io.videoplatform.samples.localplatform;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the provider configuration.
 */
@LocalPlatformTest
class ProviderConfigurationTests {

	private static final String PATH = PlatformClient.ISSUER_PATH + "/.well-known/openid-configuration";

	@Autowired
	private PlatformClient platform;

	@Test
	void configurationWhenRequestedThenNamesEndpointsBelowIssuer() throws Exception {
		HttpResponse<String> response = this.platform.get(PATH);
		JsonNode configuration = this.platform.json(response);
		String issuer = this.platform.issuer();
		assertThat(response.headers().allValues("Cache-Control")).containsExactly("max-age=120");
		assertThat(configuration.get("issuer").asString()).isEqualTo(issuer);
		assertThat(configuration.get("token_endpoint").asString()).isEqualTo(issuer + "/oauth2/token");
		assertThat(configuration.get("authorization_endpoint").asString()).isEqualTo(issuer + "/oauth2/authorize");
		assertThat(configuration.get("end_session_endpoint").asString()).isEqualTo(issuer + "/connect/logout");
		assertThat(configuration.get("revocation_endpoint").asString()).isEqualTo(issuer + "/oauth2/revoke");
		assertThat(configuration.get("userinfo_endpoint").asString()).isEqualTo(issuer + "/userinfo");
		assertThat(configuration.get("authorization_response_iss_parameter_supported").asBoolean()).isTrue();
		assertThat(configuration.get("grant_types_supported").toString()).contains("\"password\"");
		assertThat(configuration.get("token_endpoint_auth_methods_supported").toString()).contains("\"none\"");
	}

	@Test
	void configurationWhenOtherHostNameThenIssuerFollows() throws Exception {
		String root = this.platform.root().replace("127.0.0.1", "localhost");
		JsonNode configuration = this.platform
			.json(this.platform.send(HttpRequest.newBuilder(URI.create(root + PATH))));
		assertThat(configuration.get("issuer").asString()).isEqualTo(root + PlatformClient.ISSUER_PATH);
	}

	@Test
	void configurationWhenKeysFollowedThenPublicOnly() throws Exception {
		JsonNode key = this.platform.json(this.platform.get(PlatformClient.ISSUER_PATH + "/oauth2/jwks")).at("/keys/0");
		assertThat(key.get("kty").asString()).isEqualTo("RSA");
		assertThat(key.has("d")).isFalse();
	}

	@Test
	void configurationWhenOtherRealmThenNotFound() throws Exception {
		assertThat(this.platform.get("/auth/realms/other/.well-known/openid-configuration").statusCode())
			.isEqualTo(404);
		assertThat(this.platform.get("/.well-known/openid-configuration").statusCode()).isEqualTo(404);
	}

}
