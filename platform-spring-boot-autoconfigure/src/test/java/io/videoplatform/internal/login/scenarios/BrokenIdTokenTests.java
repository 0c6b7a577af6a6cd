package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * ID tokens that nobody is logged in by.
 */
class BrokenIdTokenTests extends LoginScenario {

	private static Arguments claim(String name, String reason,
			BiConsumer<Map<String, Object>, LoginApplication> change) {
		return arguments(name, reason, (BiConsumer<TestPlatform, LoginApplication>) (provider,
				application) -> provider.idTokens().claims((claims) -> change.accept(claims, application)));
	}

	private static Arguments token(String name, String reason, BiFunction<String, LoginApplication, String> change) {
		return arguments(name, reason, (BiConsumer<TestPlatform, LoginApplication>) (provider,
				application) -> provider.idTokens().signed((token) -> change.apply(token, application)));
	}

	private static Arguments response(String name, String reason,
			BiConsumer<Map<String, Object>, LoginApplication> change) {
		return arguments(name, reason, (BiConsumer<TestPlatform, LoginApplication>) (provider,
				application) -> provider.issued().response((response) -> change.accept(response, application)));
	}

	private static long seconds(LoginApplication application, long offset) {
		return application.clock().instant().getEpochSecond() + offset;
	}

	/**
	 * What else can be wrong with an ID token is the business of the decoder's tests.
	 */
	static Stream<Arguments> broken() {
		return Stream.of(claim("wrong aud", "aud=", (claims, application) -> claims.put("aud", "another")),
				claim("no nonce", "nonce", (claims, application) -> claims.remove("nonce")),
				claim("wrong nonce", "nonce", (claims, application) -> claims.put("nonce", "another")),
				claim("wrong at_hash", "at_hash", (claims, application) -> claims.put("at_hash", "AAAA")),
				token("not a JWT", "not a JWT", (token, application) -> "opaque"),
				response("no id_token", "id_token", (response, application) -> response.remove("id_token")),
				response("empty id_token", "id_token", (response, application) -> response.put("id_token", "")));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("broken")
	void whenIdTokenIsBrokenThenNobodyIsLoggedInAndOneWarningSaysWhy(String name, String reason,
			BiConsumer<TestPlatform, LoginApplication> breaks) {
		long logins = application().logins();
		breaks.accept(provider(), application());
		Browser browser = browser();
		HttpResponse<String> page = browser.open("/videos");
		assertRefused(page);
		assertThat(page.body()).doesNotContain("eyJ", "Invalid credentials");
		assertThat(application().warnings()).singleElement()
			.asString()
			.contains("'platform'", reason)
			.doesNotContainPattern("refused.*refused")
			.doesNotContain("eyJ", TestPlatform.CLIENT_SECRET, "access-ann");
		assertThat(application().logins()).isEqualTo(logins);
		assertLoggedOut(browser);
		provider().reset();
		application().pause();
		assertThat(browser.open("/videos").body()).contains("\"ann\"");
	}

	@ParameterizedTest
	@ValueSource(longs = { -600, 600 })
	void whenTheClockOfTheNodeIsTenMinutesOffThenThePageNamesIt(long offset) {
		provider().idTokens().claims((claims) -> {
			claims.put("iat", seconds(application(), offset));
			claims.put("exp", seconds(application(), offset + 300));
		});
		HttpResponse<String> page = browser().open("/videos");
		assertRefused(page);
		assertThat(page.body()).contains(
				application().clock().instant().truncatedTo(ChronoUnit.MINUTES).toString().substring(0, 16),
				"check both clocks");
	}

	@Test
	void whenUserInfoSpeaksOfAnotherUserThenNobodyIsLoggedIn() {
		long logins = application().logins();
		provider().logins().userInfo((claims) -> claims.put("sub", "bob"));
		Browser browser = browser();
		assertRefused(browser.open("/videos"));
		assertThat(application().warnings()).singleElement()
			.asString()
			.contains("'platform'", "another user", "/userinfo");
		assertThat(application().logins()).isEqualTo(logins);
		assertLoggedOut(browser);
	}

	@Test
	void whenTokenResponseIsAnErrorThenNobodyIsLoggedInAndOneWarningSaysWhy() {
		provider().logins().callback((url) -> url.replaceFirst("code=[^&]+", "code=unknown"));
		Browser browser = browser();
		HttpResponse<String> page = browser.open("/videos");
		assertRefused(page);
		assertThat(page.body()).contains("(invalid_grant)", "in its log").doesNotContain("/token", "platform.");
		assertThat(application().warnings()).singleElement()
			.asString()
			.contains("'platform'", "invalid_grant", "/token");
		assertLoggedOut(browser);
	}

	@Test
	void whenLoginPageIsApplicationsThenErrorLeadsThere() {
		LoginApplication application = running(Application.OWN_LOGIN_PAGE);
		application.provider().idTokens().claims((claims) -> claims.put("aud", "another"));
		Browser browser = application.browser();
		HttpResponse<String> page = browser.get(callback(browser));
		assertThat(Browser.location(page)).endsWith("/public/login?error");
		assertThat(browser.follow(page).body()).isEqualTo("Log in to the videos");
		assertThat(application.warnings()).hasSize(1);
		assertThat(Browser.location(browser.get("/login/oauth2/code/platform?code=c&state=forged")))
			.endsWith("/public/login?error");
		assertThat(application.warnings()).hasSize(2);
	}

}
