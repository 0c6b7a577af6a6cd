package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;

import com.nimbusds.jose.JWSAlgorithm;
import io.videoplatform.internal.http.JsonObjectReader;
import io.videoplatform.testing.HostileText;
import org.junit.jupiter.api.Test;

/**
 * ID tokens and key sets of any length and depth.
 */
class HostileJwtTests {

	private final IdTokenSignature signature = new IdTokenSignature(
			new IdTokenRules(JwtProfile.ID_TOKEN, "platform", URI.create("https://login.example.com/keys"),
					"https://login.example.com", "app", Set.of(JWSAlgorithm.RS256)));

	private static String encoded(String text) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
	}

	@Test
	void parseWhenTokenIsHostileThenEnds() {
		String header = encoded("{\"alg\":\"RS256\"}");
		HostileText.feed(this.signature::parse, header + ".", header + ".e30.", "..");
		HostileText.feed((text) -> this.signature.parse(encoded(text) + ".e30.AA"), "{\"alg\":",
				"{\"alg\":\"RS256\",\"a\":");
		HostileText.feed((text) -> this.signature.parse(header + "." + encoded(text) + ".AA"), "{\"a\":", "{\"a\":\"");
	}

	@Test
	void readWhenKeySetIsHostileThenEnds() {
		HostileText.feed(
				(text) -> new JwkSetSource(URI.create("https://login.example.com/keys"))
					.read(JsonObjectReader.read(text.getBytes(StandardCharsets.UTF_8))),
				"{\"keys\":", "{\"keys\":[{\"kty\":\"");
	}

}
