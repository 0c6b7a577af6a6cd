package io.videoplatform.internal.login.scenarios;

import java.net.HttpCookie;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

import io.videoplatform.testing.Browser;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins that go well.
 */
class LoginTests extends LoginScenario {

	private String session(Browser browser) {
		return browser.cookies()
			.getCookieStore()
			.getCookies()
			.stream()
			.filter((cookie) -> cookie.getName().equals(this.stack.sessionCookie()))
			.map(HttpCookie::getValue)
			.collect(Collectors.joining());
	}

	private static Map<String, String> beginning(Browser browser) {
		return query(Browser.location(browser.get("/oauth2/authorization/platform")));
	}

	@Test
	void whenApplicationStartsThenNothingIsAskedUntilAUserLogsIn() {
		LoginApplication application = start(Application.BOOT_CHAIN);
		assertThat(application.browser().get("/login").body()).contains("/oauth2/authorization/platform");
		assertThat(application.provider().requests("")).isEmpty();
		assertThat(application.browser().open("/videos").body()).contains("\"user\":\"ann\"");
		assertThat(application.logins()).isEqualTo(1);
	}

	@Test
	void whenRedirectUriIsThatOfAnEarlierRegistrationThenUserLogsIn() {
		LoginApplication application = start(Application.BOOT_CHAIN,
				"platform.redirect-uri={baseUrl}/login/oauth2/code/videos");
		assertThat(application.browser().open("/videos").body()).contains("\"user\":\"ann\"");
	}

	@Test
	void whenLoginBeginsThenRequestIsBoundToBrowserAndSession() {
		Map<String, String> query = beginning(browser());
		assertThat(query).containsEntry("response_type", "code")
			.containsEntry("client_id", TestPlatform.CLIENT_ID)
			.containsEntry("code_challenge_method", "S256")
			.containsKeys("state", "nonce")
			.containsEntry("redirect_uri", application().root() + "/login/oauth2/code/platform");
		assertThat(query.get("code_challenge")).hasSize(43);
		assertThat(query.get("scope")).contains("openid");
		Map<String, String> other = beginning(browser());
		for (String name : new String[] { "state", "nonce", "code_challenge" }) {
			assertThat(query.get(name)).isNotBlank().isNotEqualTo(other.get(name));
		}
	}

	@Test
	void whenUserComesBackThenPageIsShownWithUsersToken() {
		Browser browser = browser();
		HttpResponse<String> page = browser.open("/videos?about=errors&page=2");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.uri()).hasPath("/videos").asString().contains("page=2");
		assertThat(page.body()).contains("\"user\":\"ann\"");
		assertThat(application().logins()).isEqualTo(1);
		assertLoggedIn(browser, "ann");
		assertThat(browser.get("/videos").statusCode()).isEqualTo(200);
		assertThat(provider().requests("/token")).hasSize(1);
		assertThat(application().authorizations()).isEqualTo(1);
		assertThat(application().warnings()).isEmpty();
	}

	@Test
	void whenUserLogsInThenSessionChangesItsId() {
		Browser browser = browser();
		String callback = callback(browser);
		String before = session(browser);
		browser.get(callback);
		assertThat(before).isNotBlank();
		assertThat(session(browser)).isNotBlank().isNotEqualTo(before);
		assertLoggedIn(browser, "ann");
		HttpResponse<String> attack = browser().get("/me", "Cookie", this.stack.sessionCookie() + "=" + before);
		assertThat(attack.statusCode()).isEqualTo(302);
	}

	@Test
	void whenUserLogsInThenCodeIsExchangedOnceWithVerifierAndSecret() {
		application().loggedIn();
		assertThat(application().codes()).isEqualTo(1);
		RecordedRequest token = provider().requests("/token").get(provider().requests("/token").size() - 1);
		assertThat(token.parameter("code_verifier")).hasSizeGreaterThanOrEqualTo(43);
		assertThat(token.authorization()).startsWith("Basic ");
		assertThat(token.parameters()).doesNotContainKey("client_secret");
	}

	@ParameterizedTest
	@ValueSource(strings = { "//evil.example/", "https://evil.example/", "/\\evil.example", "https:evil.example" })
	void whenLoginNamesAnotherHostThenUserStaysHere(String target) {
		String encoded = URLEncoder.encode(target, StandardCharsets.UTF_8);
		for (String parameter : new String[] { "redirect_uri", "continue", "target", "redirect", "returnTo" }) {
			Browser victim = browser();
			String url = Browser
				.location(victim.get("/oauth2/authorization/platform?%s=%s".formatted(parameter, encoded)));
			assertThat(query(url).get("redirect_uri")).startsWith(application().root());
			String callback = Browser.location(victim.get(url)) + "&" + parameter + "=" + encoded;
			assertThat(Browser.location(victim.get(callback))).startsWith(application().root() + "/");
		}
	}

	@Test
	void whenSavedPageIsOnAnotherHostThenUserStaysHere() {
		Browser browser = browser();
		browser.get(application().root() + "//evil.example/videos");
		assertThat(Browser.location(browser.get(callback(browser)))).startsWith(application().root() + "/");
	}

	@Test
	void whenBrowsersLogInThenEachHasItsOwnTokens() {
		Browser one = application().loggedIn("ann");
		Browser other = application().loggedIn("ann");
		Browser bob = application().loggedIn("bob");
		String first = one.get("/videos").body();
		assertThat(first).contains("\"user\":\"ann\"").isNotEqualTo(other.get("/videos").body());
		assertThat(bob.get("/videos").body()).contains("\"user\":\"bob\"");
		assertThat(one.get("/videos").body()).isEqualTo(first);
	}

	@Test
	void whenAnotherUserFollowsInSameSessionThenFirstLoginHasEnded() {
		Browser browser = application().loggedIn("ann");
		long held = application().logins();
		provider().logins().user("bob");
		browser.open("/oauth2/authorization/platform");
		assertThat(browser.get("/videos").body()).contains("\"bob\"");
		assertThat(application().logins()).isEqualTo(held);
	}

	@Test
	void whenProviderSignsByRs256AndManyLogInThenKeysAreFetchedOnce() {
		LoginApplication application = start(Application.OWN_CHAIN);
		application.provider().idTokens().signByRs256();
		Browser browser = application.browser();
		for (int i = 0; i < 20; i++) {
			browser.cookies().getCookieStore().removeAll();
			assertThat(browser.get(callback(browser)).statusCode()).isEqualTo(302);
		}
		assertThat(application.logins()).isEqualTo(20);
		assertThat(application.provider().requests("/keys")).hasSize(1);
	}

	@Test
	void whenRegistrationIsUnknownThenThereIsNoLogin() {
		HttpResponse<String> response = browser().get("/oauth2/authorization/nobody");
		assertThat(response.statusCode()).isEqualTo((this.stack == Stack.SERVLET) ? 404 : 400);
	}

}
