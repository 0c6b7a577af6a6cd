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
 * Tests of the Keycloak that the integration tests use.
 */
class KeycloakIT {

	@RegisterExtension
	static final RealmExtension platform = new RealmExtension();

	@Test
	void discoverWhenRequestedThenNamesItsIssuerAndForbidsCaching() {
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
		TokenResponse response = platform.realm().tokens().password(Realm.USERNAME, Realm.PASSWORD);
		assertThat(response.status()).isEqualTo(200);
		// Keycloak subtracts times in whole seconds
		assertThat(response.expiresIn()).isBetween(Duration.ofSeconds(298), Duration.ofMinutes(5));
		assertThat(response.json().path("refresh_expires_in").asInt()).isBetween(3598, 3600);
		assertThat(response.refreshToken()).isNotEmpty();
	}

	@Test
	void passwordWhenWrongThenInvalidGrant() {
		TokenResponse response = platform.realm().tokens().password(Realm.USERNAME, "wrong");
		assertThat(response.status()).isEqualTo(400);
		assertThat(response.error()).isEqualTo("invalid_grant");
	}

	@Test
	void clientCredentialsWhenRightThenNoRefreshToken() {
		TokenResponse response = platform.realm()
			.tokens()
			.clientCredentials("platform-service", "platform-service-secret");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.json().has("refresh_token")).isFalse();
		assertThat(response.json().path("refresh_expires_in").asInt()).isZero();
	}

	@Test
	void clientCredentialsWhenWrongSecretThenUnauthorizedClient() {
		TokenResponse response = platform.realm().tokens().clientCredentials("platform-service", "wrong");
		assertThat(response.status()).isEqualTo(401);
		assertThat(response.error()).isEqualTo("unauthorized_client");
	}

	@Test
	void clientCredentialsWhenUnknownClientThenInvalidClient() {
		TokenResponse response = platform.realm().tokens().clientCredentials("nobody", "wrong");
		assertThat(response.status()).isEqualTo(401);
		assertThat(response.error()).isEqualTo("invalid_client");
	}

	private static HttpResponse<String> discover(URI issuer) {
		return HttpJson.send(HttpJson.request(URI.create(issuer + "/.well-known/openid-configuration")).build());
	}

}
