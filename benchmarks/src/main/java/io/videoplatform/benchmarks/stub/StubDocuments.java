package io.videoplatform.benchmarks.stub;

/**
 * The two documents of discovery.
 */
final class StubDocuments {

	private StubDocuments() {
	}

	/**
	 * Return the WebFinger response.
	 * @param rootUrl the root URL of the API
	 * @param providerUrl scheme, host and port of the provider
	 */
	static String webFinger(String rootUrl, String providerUrl) {
		return """
				{"subject":"%1$s/v1/",
				 "properties":{"%1$s/v1/keycloak/realm":"platform","%1$s/v1/keycloak/auth-server-url":"%2$s/auth/"},
				 "links":[{"rel":"http://openid.net/specs/connect/1.0/issuer","href":"%2$s/auth/realms/platform"}]}
				""".formatted(rootUrl, providerUrl);
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
