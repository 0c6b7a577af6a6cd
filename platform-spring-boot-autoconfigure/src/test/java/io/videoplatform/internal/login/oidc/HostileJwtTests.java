package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.http.HostileText;
import io.videoplatform.internal.http.JsonObjectReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Scheduler;

/**
 * ID tokens and JWK sets of any length and depth.
 */
class HostileJwtTests {

	private final OidcProvider provider = new OidcProvider();

	private final Scheduler scheduler = EngineScheduler.create();

	private final OidcJwtDecoder decoder = this.provider.verifiers(this.scheduler)
		.decoder(JwtProfile.REFRESHED_ID_TOKEN, this.provider.registration());

	@AfterEach
	void close() {
		this.scheduler.dispose();
		this.provider.close();
	}

	private void decode(String token) {
		this.decoder.decode(token).block();
	}

	private static String encoded(String text) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
	}

	@Test
	void parseWhenTokenIsHostileThenEnds() {
		String header = encoded("{\"alg\":\"RS256\"}");
		HostileText.feed(this::decode, header + ".", header + ".e30.", "..");
		HostileText.feed((text) -> decode(encoded(text) + ".e30.AA"), "{\"alg\":", "{\"alg\":\"RS256\",\"a\":");
		HostileText.feed((text) -> decode(header + "." + encoded(text) + ".AA"), "{\"a\":", "{\"a\":\"");
	}

	@Test
	void readWhenJwkSetIsHostileThenEnds() {
		HostileText.feed(
				(text) -> new JwkSetReader(URI.create("https://login.example.com/keys"), ClientPropertyNames.DEFAULT)
					.read(JsonObjectReader.read(text.getBytes(StandardCharsets.UTF_8))),
				"{\"keys\":", "{\"keys\":[{\"kty\":\"");
	}

}
