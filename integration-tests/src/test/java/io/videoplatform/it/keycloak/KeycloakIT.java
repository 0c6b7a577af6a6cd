package io.videoplatform.it.keycloak;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that Keycloak answers as the starter will meet it.
 */
class KeycloakIT {

	@RegisterExtension
	static final RealmExtension platform = new RealmExtension();

	@Test
	void discoverWhenAskedThenNamesItsIssuerAndForbidsCaching() {
		HttpResponse<String> response = discover(platform.realm().issuer());
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Cache-Control"))
			.hasValueSatisfying((value) -> assertThat(value).contains("no-store").contains("must-revalidate"));
		JsonNode metadata = new JsonMapper().readTree(response.body());
		assertThat(metadata.path("issuer").asString()).isEqualTo(platform.realm().issuer().toString());
		assertThat(metadata.path("token_endpoint").asString()).startsWith(platform.realm().issuer().toString());
	}

	@Test
	void discoverWhenOtherHostNameThenIssuerFollows() {
		int port = platform.keycloak().uri().getPort();
		URI issuer = platform.realm().issuer(URI.create("http://localhost:" + port));
		JsonNode metadata = new JsonMapper().readTree(discover(issuer).body());
		assertThat(metadata.path("issuer").asString()).isEqualTo(issuer.toString());
	}

	@Test
	void passwordWhenRightThenTokens() {
		TokenAnswer answer = platform.realm().tokens().password(Realm.USERNAME, Realm.PASSWORD);
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.expiresIn()).isEqualTo(Duration.ofMinutes(5));
		assertThat(answer.json().path("refresh_expires_in").asInt()).isEqualTo(3600);
		assertThat(answer.refreshToken()).isNotEmpty();
	}

	@Test
	void passwordWhenWrongThenInvalidGrant() {
		TokenAnswer answer = platform.realm().tokens().password(Realm.USERNAME, "wrong");
		assertThat(answer.status()).isEqualTo(400);
		assertThat(answer.error()).isEqualTo("invalid_grant");
	}

	@Test
	void clientCredentialsWhenRightThenNoRefreshToken() {
		TokenAnswer answer = platform.realm().tokens().clientCredentials("platform-service", "platform-service-secret");
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.json().has("refresh_token")).isFalse();
		assertThat(answer.json().path("refresh_expires_in").asInt()).isZero();
	}

	@Test
	void clientCredentialsWhenWrongSecretThenUnauthorizedClient() {
		TokenAnswer answer = platform.realm().tokens().clientCredentials("platform-service", "wrong");
		assertThat(answer.status()).isEqualTo(401);
		assertThat(answer.error()).isEqualTo("unauthorized_client");
	}

	@Test
	void clientCredentialsWhenUnknownClientThenInvalidClient() {
		TokenAnswer answer = platform.realm().tokens().clientCredentials("nobody", "wrong");
		assertThat(answer.status()).isEqualTo(401);
		assertThat(answer.error()).isEqualTo("invalid_client");
	}

	private static HttpResponse<String> discover(URI issuer) {
		return HttpJson.send(HttpJson.request(URI.create(issuer + "/.well-known/openid-configuration")).build());
	}

}
