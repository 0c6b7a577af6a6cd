package io.videoplatform.it.keycloak;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The realm that the tests begin with, under any name. ID tokens are signed by RS256.
 * Access tokens, whose signatures nothing but the harness checks, are signed by ES256: it
 * costs Keycloak a fraction of the time. The login pages have no style sheets, which the
 * browser would load and apply at each login.
 */
final class RealmFile {

	private static final String RESOURCE = "platform-realm.json";

	private static final JsonMapper MAPPER = new JsonMapper();

	private RealmFile() {
	}

	/**
	 * Returns the realm under another name, with a key that Keycloak makes.
	 * @param realm the name
	 * @return the representation
	 */
	static String named(String realm) {
		return MAPPER.writeValueAsString(representation(realm));
	}

	/**
	 * Returns the realm under another name, with a key that was made before.
	 * @param realm the name
	 * @param key the private key in PKCS #8, Base64
	 * @return the representation
	 */
	static String named(String realm, String key) {
		ObjectNode representation = representation(realm);
		ArrayNode providers = (ArrayNode) representation.at("/components/org.keycloak.keys.KeyProvider");
		providers.forEach((provider) -> {
			if (provider.path("providerId").asString().equals("rsa-generated")) {
				((ObjectNode) provider).put("providerId", "rsa").withObject("config").putArray("privateKey").add(key);
			}
		});
		return MAPPER.writeValueAsString(representation);
	}

	static String text() {
		try (InputStream stream = RealmFile.class.getResourceAsStream(RESOURCE)) {
			if (stream == null) {
				throw new FileNotFoundException(RESOURCE);
			}
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not read the realm file", ex);
		}
	}

	private static ObjectNode representation(String realm) {
		return ((ObjectNode) MAPPER.readTree(text())).put("realm", realm);
	}

}
