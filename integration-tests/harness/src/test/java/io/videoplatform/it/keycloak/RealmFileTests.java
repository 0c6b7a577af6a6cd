package io.videoplatform.it.keycloak;

import java.util.List;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link RealmFile}.
 */
class RealmFileTests {

	@Test
	void namedWhenNoKeyThenKeycloakMakesTheSigningKey() {
		assertThat(providers(RealmFile.named("realm"))).extracting((provider) -> provider.path("providerId").asString())
			.containsExactlyInAnyOrder("rsa-generated", "ecdsa-generated", "hmac-generated", "aes-generated");
	}

	@Test
	void namedWhenKeyThenItIsTheOnlyRsaKey() {
		List<JsonNode> providers = providers(RealmFile.named("realm", "key"));
		assertThat(providers).extracting((provider) -> provider.path("providerId").asString())
			.containsExactlyInAnyOrder("rsa", "ecdsa-generated", "hmac-generated", "aes-generated");
		assertThat(providers).filteredOn((provider) -> provider.path("providerId").asString().equals("rsa"))
			.singleElement()
			.satisfies((provider) -> assertThat(provider.at("/config/privateKey/0").asString()).isEqualTo("key"));
	}

	private static List<JsonNode> providers(String realm) {
		JsonNode representation = new JsonMapper().readTree(realm);
		assertThat(representation.path("realm").asString()).isEqualTo("realm");
		return representation.at("/components/org.keycloak.keys.KeyProvider").valueStream().toList();
	}

}
