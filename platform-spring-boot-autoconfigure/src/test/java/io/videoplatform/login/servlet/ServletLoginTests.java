package io.videoplatform.login.servlet;

import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.stream.Collectors;

import io.videoplatform.login.testing.Browser;
import io.videoplatform.login.testing.LoginProvider;
import io.videoplatform.login.testing.LoginProvider.Request;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins that go well, in an application with a filter chain of its own.
 */
class ServletLoginTests {

	private static LoginApplication application;

	private final Browser browser = application.browser();

	@BeforeAll
	static void start() {
		application = new LoginApplication(OwnChain.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@BeforeEach
	void reset() {
		application.reset();
	}

	private static LoginProvider provider() {
		return application.provider();
	}

	private static MultiValueMap<String, String> query(String url) {
		return UriComponentsBuilder.fromUri(URI.create(url)).build().getQueryParams();
	}

	private String session() {
		return this.browser.cookies()
			.getCookieStore()
			.getCookies()
			.stream()
			.filter((cookie) -> cookie.getName().equals("JSESSIONID"))
			.map(HttpCookie::getValue)
			.collect(Collectors.joining());
	}

	private HttpResponse<String> atProvider() {
		return this.browser.get(Browser.location(this.browser.get("/oauth2/authorization/platform")));
	}

	@Test
	void whenLoginBeginsThenRequestIsBoundToBrowserAndSession() {
		MultiValueMap<String, String> query = query(
				Browser.location(this.browser.get("/oauth2/authorization/platform")));
		assertThat(query.toSingleValueMap()).containsEntry("response_type", "code")
			.containsEntry("client_id", LoginProvider.CLIENT_ID)
			.containsEntry("code_challenge_method", "S256")
			.containsKeys("state", "nonce")
			.containsEntry("redirect_uri", application.root() + "/login/oauth2/code/platform");
		assertThat(query.getFirst("code_challenge")).hasSize(43);
		assertThat(query.getFirst("scope")).contains("openid");
	}

	@Test
	void whenTwoLoginsBeginThenNothingIsUsedTwice() {
		Map<String, String> one = query(Browser.location(this.browser.get("/oauth2/authorization/platform")))
			.toSingleValueMap();
		Map<String, String> other = query(Browser.location(this.browser.get("/oauth2/authorization/platform")))
			.toSingleValueMap();
		for (String name : new String[] { "state", "nonce", "code_challenge" }) {
			assertThat(one.get(name)).isNotBlank().isNotEqualTo(other.get(name));
		}
	}

	@Test
	void whenUserComesBackThenPageIsShownWithUsersToken() {
		HttpResponse<String> page = this.browser.open("/videos?page=2");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.uri()).hasPath("/videos").asString().contains("page=2");
		assertThat(page.body()).contains("\"user\":\"ann\"");
	}

	@Test
	void whenUserIsLoggedInThenPrincipalIsOpenIdUser() {
		assertThat(this.browser.open("/me").body()).isEqualTo("DefaultOidcUser ann");
	}

	@Test
	void whenUserIsLoggedInThenNextPageAsksProviderForNothing() {
		this.browser.open("/videos");
		int tokens = provider().requests("/token").size();
		int logins = provider().requests("/auth").size();
		assertThat(this.browser.get("/videos").statusCode()).isEqualTo(200);
		assertThat(provider().requests("/token")).hasSize(tokens);
		assertThat(provider().requests("/auth")).hasSize(logins);
	}

	@Test
	void whenUserLogsInThenSessionChangesItsId() {
		this.browser.get("/videos");
		HttpResponse<String> callback = atProvider();
		String before = session();
		this.browser.get(Browser.location(callback));
		assertThat(before).isNotBlank();
		assertThat(session()).isNotBlank().isNotEqualTo(before);
		assertThat(this.browser.get("/me").statusCode()).isEqualTo(200);
	}

	@Test
	void whenSessionWasFixedThenItsOldIdIsNotLoggedIn() {
		HttpResponse<String> callback = atProvider();
		String fixed = session();
		this.browser.get(Browser.location(callback));
		HttpResponse<String> attack = application.browser().get("/me", "Cookie", "JSESSIONID=" + fixed);
		assertThat(attack.statusCode()).isEqualTo(302);
	}

	@Test
	void whenUserLogsInThenCodeIsExchangedOnceWithVerifierAndSecret() {
		long before = application.codes();
		this.browser.open("/videos");
		assertThat(application.codes()).isEqualTo(before + 1);
		Request token = provider().requests("/token").get(provider().requests("/token").size() - 1);
		assertThat(token.parameter("code_verifier")).hasSizeGreaterThanOrEqualTo(43);
		assertThat(token.authorization()).startsWith("Basic ");
		assertThat(token.parameters()).doesNotContainKey("client_secret");
	}

	@ParameterizedTest
	@ValueSource(strings = { "//evil.example/", "https://evil.example/", "/\\evil.example", "https:evil.example" })
	void whenLoginNamesAnotherHostThenUserStaysHere(String target) {
		String encoded = java.net.URLEncoder.encode(target, java.nio.charset.StandardCharsets.UTF_8);
		for (String parameter : new String[] { "redirect_uri", "continue", "target", "redirect", "returnTo" }) {
			Browser victim = application.browser();
			String url = Browser
				.location(victim.get("/oauth2/authorization/platform?%s=%s".formatted(parameter, encoded)));
			assertThat(query(url).getFirst("redirect_uri")).startsWith(application.root());
			String callback = Browser.location(victim.get(url)) + "&" + parameter + "=" + encoded;
			assertThat(Browser.location(victim.get(callback))).startsWith(application.root() + "/");
		}
	}

	@Test
	void whenSavedPageIsOnAnotherHostThenUserStaysHere() {
		this.browser.get("//evil.example/videos".substring(1));
		HttpResponse<String> callback = atProvider();
		assertThat(Browser.location(this.browser.get(Browser.location(callback)))).startsWith(application.root() + "/");
	}

	@Test
	void whenTwoBrowsersLogInThenEachHasItsOwnTokens() {
		Browser other = application.browser();
		String one = this.browser.open("/videos").body();
		String second = other.open("/videos").body();
		assertThat(one).contains("ann").isNotEqualTo(second);
		assertThat(this.browser.get("/videos").body()).isEqualTo(one);
		assertThat(other.get("/videos").body()).isEqualTo(second);
	}

	@Test
	void whenUsersDifferThenEachSeesOwnVideos() {
		Browser other = application.browser();
		this.browser.open("/videos");
		provider().user("bob");
		assertThat(other.open("/videos").body()).contains("\"user\":\"bob\"");
		assertThat(this.browser.get("/videos").body()).contains("\"user\":\"ann\"");
	}

	@Test
	void whenManyLogInThenKeysAreFetchedOnce() {
		this.browser.open("/videos");
		int before = provider().requests("/keys").size();
		for (int i = 0; i < 10; i++) {
			assertThat(application.browser().open("/videos").statusCode()).isEqualTo(200);
		}
		assertThat(provider().requests("/keys")).hasSize(before);
	}

	@Test
	void whenKeyRotatesThenNextLoginWorks() {
		this.browser.open("/videos");
		provider().rotateKey();
		assertThat(application.browser().open("/videos").statusCode()).isEqualTo(200);
	}

	@Test
	void whenRegistrationIsUnknownThenThereIsNoLogin() {
		HttpResponse<String> answer = this.browser.get("/oauth2/authorization/nobody");
		assertThat(answer.statusCode()).isEqualTo(404);
		assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform@", "platform@0123456789abcdef", "platform%40abc" })
	void whenHandleStandsForRegistrationThenThereIsNoLogin(String id) {
		assertThat(this.browser.get("/oauth2/authorization/" + id).statusCode()).isEqualTo(404);
	}

}
