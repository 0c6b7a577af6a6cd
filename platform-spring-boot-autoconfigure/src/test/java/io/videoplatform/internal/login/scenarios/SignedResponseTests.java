package io.videoplatform.internal.login.scenarios;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.nimbusds.jose.jwk.ECKey;
import io.videoplatform.testing.IdTokens;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whole logins with signed UserInfo responses (OpenID Connect Core 1.0, section 5.3.2)
 * and with tokens whose header names no key (section 10.1).
 */
class SignedResponseTests extends LoginScenario {

	private static final ECKey FOREIGN_KEY = IdTokens.key("foreign");

	private static Map<String, Object> with(Map<String, Object> claims, String name, Object value) {
		Map<String, Object> changed = new HashMap<>(claims);
		changed.put(name, value);
		return changed;
	}

	@Test
	void whenUserInfoIsSignedThenUserIsLoggedIn() {
		provider().logins()
			.signedUserInfo((claims) -> provider().idTokens()
				.sign(with(with(claims, "iss", provider().issuer()), "aud", List.of(TestPlatform.CLIENT_ID)), "JWT"));
		assertLoggedIn(application().loggedIn(), "ann");
		assertThat(application().warnings()).isEmpty();
	}

	@Test
	void whenIdTokenNamesNoKeyAndOneIsPublishedThenUserIsLoggedIn() {
		provider().idTokens().signed(provider().idTokens()::withoutKeyId);
		assertLoggedIn(application().loggedIn(), "ann");
	}

	/**
	 * A provider with several keys has to name one. A client may refuse the token or try
	 * each key that suits the algorithm.
	 */
	@Test
	void whenIdTokenNamesNoKeyAndSeveralArePublishedThenEachIsTried() {
		LoginApplication application = start(Application.OWN_CHAIN);
		application.provider()
			.idTokens()
			.furtherKeys(FOREIGN_KEY)
			.signed(application.provider().idTokens()::withoutKeyId);
		assertLoggedIn(application.loggedIn(), "ann");
	}

}
