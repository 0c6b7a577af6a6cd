package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logouts here and at the provider.
 */
@ExtendWith(OutputCaptureExtension.class)
class LogoutTests extends LoginScenario {

	private static final String SECURITY = "org.springframework.security";

	private static final String BACK_CHANNEL = "/logout/connect/back-channel/platform";

	/**
	 * The revocation goes on in the background of the logout.
	 */
	private static String revoked(TestPlatform provider) {
		return provider.server().awaitRequests("/revoke", 1).get(0).parameter("token");
	}

	@ParameterizedTest
	@EnumSource(names = { "BOOT_CHAIN", "OWN_CHAIN", "OWN_LOGOUT" })
	void whenUserLogsOutThenNothingIsLeftAndTokenIsRevoked(Application kind) {
		LoginApplication application = running(kind);
		Browser browser = application.loggedIn();
		Set<String> current = Set.copyOf(application.provider().issued().validRefreshTokens());
		assertThat(current).hasSize(1);
		HttpResponse<String> response = browser.submit("/logout", "/logout");
		assertThat(Browser.location(response))
			.endsWith((kind == Application.OWN_LOGOUT) ? "/public/bye" : "/login?logout");
		assertThat(application.logins()).isZero();
		assertThat(revoked(application.provider())).isEqualTo(current.iterator().next());
		assertLoggedOut(browser);
		assertThat(application.provider().requests("/realms/platform/logout")).isEmpty();
	}

	@Test
	void whenOneOfTwoBrowsersLogsOutThenTheOtherGoesOn() {
		Browser first = application().loggedIn();
		Browser second = application().loggedIn();
		long held = application().logins();
		first.submit("/logout", "/logout");
		assertThat(application().logins()).isEqualTo(held - 1);
		assertThat(second.get("/videos").body()).contains("\"ann\"");
		assertLoggedOut(first);
	}

	@Test
	void whenLogoutIsForgedThenUserStays() {
		Browser browser = application().loggedIn();
		assertThat(browser.post("/logout", Map.of()).statusCode()).isEqualTo(403);
		assertThat(browser.get("/logout").statusCode()).isEqualTo(200);
		assertLoggedIn(browser, "ann");
	}

	@Test
	void whenRevocationIsOffThenRefreshTokenLivesOn() {
		LoginApplication application = running(Application.OWN_CHAIN, "platform.login.revoke-at-logout=false");
		Browser browser = application.loggedIn();
		browser.submit("/logout", "/logout");
		assertThat(application.logins()).isZero();
		// Whatever a logout sends is sent before the next login is answered
		application.loggedIn();
		assertThat(application.provider().requests("/revoke")).isEmpty();
	}

	@Test
	void whenProviderIsDownThenLogoutWorksAllTheSame() {
		LoginApplication application = running(Application.OWN_CHAIN, "platform.login.rp-initiated-logout=true");
		Browser browser = application.loggedIn();
		application.provider().stop();
		assertThat(browser.submit("/logout", "/logout").statusCode()).isEqualTo(302);
		assertThat(application.logins()).isZero();
		assertLoggedOut(browser);
	}

	@Test
	void whenRpInitiatedThenUserIsSentToProviderAndBackAndIdTokenIsInNoLine(CapturedOutput output) {
		LoginApplication application = running(Application.OWN_CHAIN, "platform.login.rp-initiated-logout=true",
				"platform.login.post-logout-redirect-uri={baseUrl}/public/hello");
		Browser browser = application.loggedIn();
		LoggingSystem logging = LoggingSystem.get(LogoutTests.class.getClassLoader());
		logging.setLogLevel(SECURITY, LogLevel.TRACE);
		String location = Browser.location(browser.submit("/logout", "/logout"));
		logging.setLogLevel(SECURITY, null);
		assertThat(output).doesNotContain(Objects.requireNonNull(query(location).get("id_token_hint")));
		assertThat(location).startsWith(application.provider().issuer() + "/logout?");
		assertThat(query(location))
			.hasEntrySatisfying("id_token_hint", (hint) -> assertThat(hint.split("\\.")).hasSize(3))
			.containsKey("post_logout_redirect_uri");
		String back = Browser.location(browser.get(location));
		assertThat(back).isEqualTo(application.root() + "/public/hello");
		assertThat(application.logins()).isZero();
		assertLoggedOut(browser);
	}

	@Test
	void whenIdTokenIsTooLargeForAUrlThenProviderGetsClientAndSession() {
		LoginApplication application = running(Application.OWN_CHAIN, "platform.login.rp-initiated-logout=true");
		Map<String, Object> session = new ConcurrentHashMap<>();
		application.provider().idTokens().claims((claims) -> {
			claims.put("groups", "g".repeat(4000));
			session.put("sid", claims.get("sid"));
		});
		Browser browser = application.loggedIn();
		String location = Browser.location(browser.submit("/logout", "/logout"));
		assertThat(location).startsWith(application.provider().issuer() + "/logout?").hasSizeLessThan(4096);
		assertThat(query(location)).containsEntry("client_id", TestPlatform.CLIENT_ID)
			.containsEntry("logout_hint", session.get("sid").toString())
			.containsKey("post_logout_redirect_uri")
			.doesNotContainKey("id_token_hint");
		assertLoggedOut(browser);
	}

	@Tag("full")
	@Test
	void whenProviderHasNoEndSessionEndpointThenLogoutStaysHere() {
		LoginApplication application = start(Application.OWN_CHAIN, "platform.login.rp-initiated-logout=true");
		application.provider().documents().metadata((document) -> document.remove("end_session_endpoint"));
		Browser browser = application.loggedIn();
		assertThat(Browser.location(browser.submit("/logout", "/logout"))).startsWith(application.root());
		assertThat(application.logins()).isZero();
	}

	@Test
	void whenBackChannelIsOffThenNobodyListens() {
		Browser browser = application().loggedIn();
		assertThat(browser().post(BACK_CHANNEL, Map.of("logout_token", "x")).statusCode()).isNotEqualTo(200);
		assertLoggedIn(browser, "ann");
	}

}
