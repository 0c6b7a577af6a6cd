package io.videoplatform.benchmarks.stub;

/**
 * The two documents of discovery.
 */
final class StubDocuments {

	private StubDocuments() {
	}

	static String webFinger(String rootUrl) {
		return """
				{"subject":"%1$s/v1/",
				 "properties":{"%1$s/v1/keycloak/realm":"platform","%1$s/v1/keycloak/auth-server-url":"%1$s/auth/"},
				 "links":[{"rel":"http://openid.net/specs/connect/1.0/issuer","href":"%1$s/auth/realms/platform"}]}
				""".formatted(rootUrl);
	}

	static String configuration(String rootUrl) {
		return """
				{"issuer":"%1$s/auth/realms/platform",
				 "token_endpoint":"%1$s/auth/realms/platform/token",
				 "authorization_endpoint":"%1$s/auth/realms/platform/auth",
				 "revocation_endpoint":"%1$s/auth/realms/platform/revoke",
				 "jwks_uri":"%1$s/auth/realms/platform/keys",
				 "id_token_signing_alg_values_supported":["ES256"]}
				""".formatted(rootUrl);
	}

}
