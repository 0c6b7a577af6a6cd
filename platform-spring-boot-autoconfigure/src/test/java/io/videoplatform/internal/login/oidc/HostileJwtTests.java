package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;

import com.nimbusds.jose.JWSAlgorithm;
import io.videoplatform.internal.discovery.ClientProperties;
import io.videoplatform.internal.http.HostileText;
import io.videoplatform.internal.http.JsonObjectReader;
import org.junit.jupiter.api.Test;

/**
 * ID tokens and JWK sets of any length and depth.
 */
class HostileJwtTests {

	private final JwtParser parser = new JwtParser(
			new JwtRules(JwtProfile.ID_TOKEN, "platform", URI.create("https://login.example.com/keys"),
					"https://login.example.com", "app", Set.of(JWSAlgorithm.RS256)));

	private static String encoded(String text) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
	}

	@Test
	void parseWhenTokenIsHostileThenEnds() {
		String header = encoded("{\"alg\":\"RS256\"}");
		HostileText.feed(this.parser::parse, header + ".", header + ".e30.", "..");
		HostileText.feed((text) -> this.parser.parse(encoded(text) + ".e30.AA"), "{\"alg\":",
				"{\"alg\":\"RS256\",\"a\":");
		HostileText.feed((text) -> this.parser.parse(header + "." + encoded(text) + ".AA"), "{\"a\":", "{\"a\":\"");
	}

	@Test
	void readWhenJwkSetIsHostileThenEnds() {
		HostileText.feed(
				(text) -> new JwkSetReader(URI.create("https://login.example.com/keys"), ClientProperties.DEFAULT)
					.read(JsonObjectReader.read(text.getBytes(StandardCharsets.UTF_8))),
				"{\"keys\":", "{\"keys\":[{\"kty\":\"");
	}

}
