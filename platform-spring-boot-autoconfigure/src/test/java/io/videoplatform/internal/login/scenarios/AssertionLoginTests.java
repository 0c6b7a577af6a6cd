package io.videoplatform.internal.login.scenarios;

import java.nio.file.Files;
import java.nio.file.Path;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins at a client that authenticates by its key.
 */
class AssertionLoginTests extends LoginScenario {

	@Test
	void whenClientSignsThenCodeRefreshAndRevocationHaveAnAssertionEach(@TempDir Path folder) throws Exception {
		ECKey key = new ECKeyGenerator(Curve.P_256).keyID("client").generate();
		Path file = Files.writeString(folder.resolve("client.jwk"), key.toJSONString());
		LoginApplication application = start(Application.OWN_CHAIN, "platform.client-secret=",
				"platform.client-authentication-method=private_key_jwt", "platform.client-key.location=" + file);
		application.provider().requireAssertions(key.toPublicJWK());
		Browser browser = application.loggedIn();
		application.provider().issued().revokeAccessTokens();
		assertThat(browser.get("/videos").body()).contains("\"ann\"");
		browser.submit("/logout", "/logout");
		application.provider().server().awaitRequests("/revoke", 1);
		assertThat(application.provider().requests("/token")).extracting((request) -> request.parameter("grant_type"))
			.containsExactly("authorization_code", "refresh_token");
		assertThat(application.provider().server().requests())
			.filteredOn((request) -> request.path().endsWith("/token") || request.path().endsWith("/revoke"))
			.hasSize(3)
			.allSatisfy((request) -> assertThat(request.clientAuthenticationMethod()).isEqualTo("private_key_jwt"))
			.extracting((RecordedRequest request) -> request.parameter("client_assertion"))
			.doesNotHaveDuplicates();
		assertThat(application.provider().issued().validRefreshTokens()).isEmpty();
	}

	@Test
	void whenAssertionIsInAFileThenCodeAndRefreshHaveIt(@TempDir Path folder) throws Exception {
		SignedJWT assertion = new SignedJWT(new JWSHeader(JWSAlgorithm.ES256),
				new JWTClaimsSet.Builder().subject("app").build());
		assertion.sign(new ECDSASigner(new ECKeyGenerator(Curve.P_256).generate()));
		Path file = Files.writeString(folder.resolve("token"), assertion.serialize());
		LoginApplication application = start(Application.OWN_CHAIN, "platform.client-secret=",
				"platform.client-authentication-method=client_assertion", "platform.client-assertion-location=" + file);
		Browser browser = application.loggedIn();
		application.provider().issued().revokeAccessTokens();
		assertThat(browser.get("/videos").body()).contains("\"ann\"");
		assertThat(application.provider().requests("/token")).hasSize(2)
			.extracting((request) -> request.parameter("client_assertion"))
			.containsOnly(assertion.serialize());
	}

}
