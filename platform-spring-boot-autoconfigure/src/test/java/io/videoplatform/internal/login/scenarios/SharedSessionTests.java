package io.videoplatform.internal.login.scenarios;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins that share a session of the provider, which a revocation ends.
 */
class SharedSessionTests extends LoginScenario {

	@Test
	void whenUserLogsInAgainThenTheNewLoginLives() {
		LoginApplication application = application();
		application.provider().logins().session("single-sign-on");
		Browser browser = application.loggedIn();
		for (int i = 0; i < 3; i++) {
			browser.open("/oauth2/authorization/platform");
			assertThat(application.logins()).isEqualTo(1);
		}
		application.letTokensRunOut();
		assertThat(browser.get("/videos").body()).contains("\"user\":\"ann\"");
		assertThat(application.provider().requests("/revoke")).isEmpty();
	}

	@Test
	void whenAnotherUserLogsInInTheSameBrowserThenNothingIsAskedOfTheProvider() {
		LoginApplication application = application();
		Browser browser = application.loggedIn("ann");
		application.provider().logins().user("bob");
		browser.open("/oauth2/authorization/platform");
		assertLoggedIn(browser, "bob");
		assertThat(application.logins()).isEqualTo(1);
		browser.submit("/logout", "/logout");
		awaitRevocations(application, 1);
		assertThat(application.provider().requests("/revoke")).singleElement()
			.satisfies((request) -> assertThat(request.parameter("token")).contains("bob"));
	}

	@Test
	void whenOneOfTwoSessionsEndsThenTheOtherGoesOnAndTheLastIsRevoked() {
		LoginApplication application = application();
		application.provider().logins().session("single-sign-on");
		Browser first = application.loggedIn();
		Browser second = application.loggedIn();
		first.submit("/logout", "/logout");
		assertLoggedOut(first);
		application.letTokensRunOut();
		assertThat(second.get("/videos").body()).contains("\"user\":\"ann\"");
		assertThat(application.provider().requests("/revoke")).isEmpty();
		second.submit("/logout", "/logout");
		awaitRevocations(application, 1);
		assertThat(application.provider().issued().validRefreshTokens()).isEmpty();
	}

	@Test
	void whenTheProviderStatesNoSessionThenLoginsOfOneUserAreSpared() {
		LoginApplication application = application();
		application.provider().logins().session("single-sign-on");
		application.provider().idTokens().claims((claims) -> claims.remove("sid"));
		Browser first = application.loggedIn("ann");
		Browser second = application.loggedIn("ann");
		first.submit("/logout", "/logout");
		application.letTokensRunOut();
		assertThat(second.get("/videos").body()).contains("\"user\":\"ann\"");
		assertThat(application.provider().requests("/revoke")).isEmpty();
	}

	private static void awaitRevocations(LoginApplication application, int number) {
		assertThat(application.provider().server().awaitRequests("/revoke", number)).hasSize(number);
	}

}
