package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;

import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins in applications that bring parts of their own.
 */
@ExtendWith(OutputCaptureExtension.class)
class LoginWiringTests extends LoginScenario {

	private static final String NOT_OURS = "users cannot log in at client 'platform'";

	@Test
	void whenLoginPageIsApplicationsThenItIsShownAndLeadsBack() {
		LoginApplication application = running(Application.OWN_LOGIN_PAGE);
		Browser browser = application.browser();
		assertThat(browser.open("/videos").body()).isEqualTo("Log in to the videos");
		HttpResponse<String> page = browser.open("/oauth2/authorization/platform");
		assertThat(page.uri()).hasPath("/videos");
		assertThat(page.body()).contains("\"ann\"");
	}

	@Tag("full")
	@Test
	void whenRegistrationsAreApplicationsThenItsRuleAloneAndThatIsReported(CapturedOutput output) {
		LoginApplication application = start(Application.OWN_REPOSITORY);
		assertThat(output).containsOnlyOnce(NOT_OURS);
		Browser browser = application.browser();
		assertThat(browser.get("/login").body()).doesNotContain("/oauth2/authorization/platform");
		assertThat(Browser.location(browser.get("/oauth2/authorization/own"))).startsWith("https://github.com/login");
	}

	@Tag("full")
	@Test
	void whenStoreIsApplicationsThenItReceivesTokens() {
		LoginApplication application = start(Application.OWN_STORE);
		Browser browser = application.browser();
		browser.open("/oauth2/authorization/platform");
		assertLoggedIn(browser, "ann");
		assertThat(application.logins()).isZero();
		assertThat(browser.get("/client").body()).startsWith("access-ann-");
	}

	@Tag("full")
	@Test
	void whenOthersAreRegisteredThenTheLoginPageListsThem() {
		try (TestPlatform corp = new TestPlatform()) {
			LoginApplication application = start(Application.BOOT_CHAIN, Registrations.others(corp.issuer()));
			Browser browser = application.browser();
			assertThat(browser.get("/login").body()).contains("/oauth2/authorization/platform",
					"/oauth2/authorization/git", "/oauth2/authorization/corp");
			assertThat(browser.open("/oauth2/authorization/platform").statusCode()).isEqualTo(404);
			assertLoggedIn(browser, "ann");
		}
	}

	@Test
	void whenAuthorizationParametersAreConfiguredThenTheProviderGetsThem() {
		LoginApplication application = start(Application.OWN_CHAIN,
				"platform.login.authorization-parameters.[ui_locales]=de fr",
				"platform.login.authorization-parameters.prompt=login");
		assertThat(query(Browser.location(application.browser().get("/oauth2/authorization/platform"))))
			.containsEntry("ui_locales", "de%20fr")
			.containsEntry("prompt", "login")
			.containsKeys("state", "nonce", "code_challenge");
		assertLoggedIn(application.loggedIn(), "ann");
	}

	@Test
	void whenClientsHaveApiHostsOfTheirOwnThenEachLogsInAtItsOwn() {
		try (TestPlatform second = new TestPlatform(application().clock())) {
			LoginApplication application = start(Application.OWN_CHAIN,
					"platform.clients.second.root-url=" + second.rootUrl(),
					"platform.clients.second.client-id=" + TestPlatform.CLIENT_ID,
					"platform.clients.second.client-secret=" + TestPlatform.CLIENT_SECRET,
					"platform.clients.second.grant-type=authorization_code");
			application.clock().setTo(application().clock().instant());
			Browser browser = application.browser();
			assertThat(browser.get("/login").body()).contains("/oauth2/authorization/platform-second");
			browser.open("/oauth2/authorization/platform-second");
			assertLoggedIn(browser, "ann");
			assertThat(second.requests("/token")).hasSize(1);
			assertThat(second.requests("/keys")).hasSize(1);
			assertThat(application.provider().requests("")).isEmpty();
			Browser bob = application.browser();
			application.provider().logins().user("bob");
			bob.open("/oauth2/authorization/platform");
			assertThat(bob.get("/videos").body()).contains("\"bob\"");
		}
	}

	@Test
	void whenPageCallsTwoClientsWithLoginsThenFailsUntilUserSwitches() {
		LoginApplication application = running(Application.OWN_CHAIN,
				"platform.clients.second.grant-type=authorization_code");
		Browser browser = application.browser();
		browser.open("/oauth2/authorization/platform");
		assertThat(browser.get("/both").statusCode()).isEqualTo(500);
		assertThat(browser.get("/second").statusCode()).isEqualTo(500);
		assertThat(browser.get("/videos").body()).contains("\"ann\"");
		browser.open("/oauth2/authorization/platform-second");
		assertThat(browser.get("/second").body()).contains("\"ann\"");
		assertThat(browser.get("/both").statusCode()).isEqualTo(500);
	}

}
