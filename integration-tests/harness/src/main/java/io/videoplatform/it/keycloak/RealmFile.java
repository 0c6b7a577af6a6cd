package io.videoplatform.it.keycloak;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The realm that the tests begin with, under any name.
 */
final class RealmFile {

	private static final String RESOURCE = "platform-realm.json";

	private RealmFile() {
	}

	static String named(String realm) {
		JsonMapper mapper = new JsonMapper();
		ObjectNode representation = (ObjectNode) mapper.readTree(text());
		return mapper.writeValueAsString(representation.put("realm", realm));
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

}
