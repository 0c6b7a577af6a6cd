package io.videoplatform.login.scenarios;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.videoplatform.login.testing.Browser;
import io.videoplatform.login.testing.LoginProvider;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logouts here and at the provider.
 */
class LogoutTests extends LoginScenario {

	private static final String BACK_CHANNEL = "/logout/connect/back-channel/platform";

	/**
	 * The revocation goes on behind the logout.
	 */
	private static String revoked(LoginProvider provider) {
		return Mono.fromSupplier(() -> provider.requests("/revoke"))
			.filter((requests) -> !requests.isEmpty())
			.repeatWhenEmpty((again) -> again.delayElements(Duration.ofMillis(20)))
			.map((requests) -> requests.get(0).parameter("token"))
			.blockOptional(Duration.ofSeconds(10))
			.orElseThrow();
	}

	@ParameterizedTest
	@EnumSource(value = Application.class, names = { "BOOT_CHAIN", "OWN_CHAIN", "OWN_LOGOUT" })
	void whenUserLogsOutThenNothingIsLeftAndTokenIsRevoked(Application kind) {
		LoginApplication application = start(kind);
		Browser browser = application.loggedIn();
		Set<String> living = Set.copyOf(application.provider().livingRefreshTokens());
		assertThat(living).hasSize(1);
		HttpResponse<String> answer = browser.submit("/logout", "/logout");
		assertThat(Browser.location(answer))
			.endsWith((kind == Application.OWN_LOGOUT) ? "/public/bye" : "/login?logout");
		assertThat(application.logins()).isZero();
		assertThat(revoked(application.provider())).isEqualTo(living.iterator().next());
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
		LoginApplication application = start(Application.OWN_CHAIN, "platform.login.revoke-at-logout=false");
		Browser browser = application.loggedIn();
		browser.submit("/logout", "/logout");
		assertThat(application.logins()).isZero();
		// Whatever a logout sends is sent before the next login is answered
		application.loggedIn();
		assertThat(application.provider().requests("/revoke")).isEmpty();
	}

	@Test
	void whenProviderIsDownThenLogoutWorksAllTheSame() {
		LoginApplication application = start(Application.OWN_CHAIN, "platform.login.rp-initiated-logout=true");
		Browser browser = application.loggedIn();
		application.provider().stop();
		assertThat(browser.submit("/logout", "/logout").statusCode()).isEqualTo(302);
		assertThat(application.logins()).isZero();
		assertLoggedOut(browser);
	}

	@Test
	void whenRpInitiatedThenUserIsSentToProviderAndBack() {
		LoginApplication application = start(Application.OWN_CHAIN, "platform.login.rp-initiated-logout=true");
		Browser browser = application.loggedIn();
		String location = Browser.location(browser.submit("/logout", "/logout"));
		assertThat(location).startsWith(application.provider().issuer() + "/logout?");
		assertThat(query(location))
			.hasEntrySatisfying("id_token_hint", (hint) -> assertThat(hint.split("\\.")).hasSize(3))
			.containsKey("post_logout_redirect_uri");
		String back = Browser.location(browser.get(location));
		assertThat(back).isEqualTo(application.root() + "/");
		assertThat(application.logins()).isZero();
		assertLoggedOut(browser);
	}

	@Test
	void whenPlaceAfterLogoutIsSetThenProviderIsToldIt() {
		LoginApplication application = start(Application.OWN_CHAIN, "platform.login.rp-initiated-logout=true",
				"platform.login.post-logout-redirect-uri={baseUrl}/public/hello");
		Browser browser = application.loggedIn();
		HttpResponse<String> last = browser.follow(browser.submit("/logout", "/logout"));
		assertThat(last.uri()).hasPath("/public/hello");
	}

	@Test
	void whenProviderHasNoEndSessionEndpointThenLogoutStaysHere() {
		LoginApplication application = start(Application.OWN_CHAIN, "platform.login.rp-initiated-logout=true");
		application.provider().metadata((document) -> document.remove("end_session_endpoint"));
		Browser browser = application.loggedIn();
		assertThat(Browser.location(browser.submit("/logout", "/logout"))).startsWith(application.root());
		assertThat(application.logins()).isZero();
	}

	@Test
	void whenChainHasLogoutOfItsOwnThenThatWins() {
		LoginApplication application = start(Application.OWN_LOGOUT, "platform.login.rp-initiated-logout=true");
		Browser browser = application.loggedIn();
		assertThat(Browser.location(browser.submit("/logout", "/logout"))).endsWith("/public/bye");
		assertThat(application.logins()).isZero();
	}

	@Test
	void whenBackChannelIsOffThenNobodyListens() {
		Browser browser = application().loggedIn();
		assertThat(browser().post(BACK_CHANNEL, Map.of("logout_token", "x")).statusCode()).isNotEqualTo(200);
		assertLoggedIn(browser, "ann");
	}

	private LoginApplication withBackChannel(Map<String, String> sessions) {
		LoginApplication application = start(Application.OWN_CHAIN, "platform.login.back-channel-logout=true");
		application.provider()
			.idToken((claims) -> sessions.put(claims.get("sub").toString(), claims.get("sid").toString()));
		return application;
	}

	private static HttpResponse<String> send(LoginApplication application, String logoutToken) {
		return application.browser().post(BACK_CHANNEL, Map.of("logout_token", logoutToken));
	}

	@Test
	void whenProviderEndsSessionThenLoginEnds() {
		Map<String, String> sessions = new ConcurrentHashMap<>();
		LoginApplication application = withBackChannel(sessions);
		Browser ann = application.loggedIn("ann");
		Browser bob = application.loggedIn("bob");
		String token = application.provider().logoutToken(sessions.getOrDefault("ann", ""));
		assertThat(send(application, token).statusCode()).isEqualTo(200);
		assertThat(application.logins()).isEqualTo(1);
		assertLoggedOut(ann);
		assertLoggedIn(bob, "bob");
	}

	@Test
	void whenProviderEndsAllSessionsOfUserThenAllItsLoginsEnd() {
		LoginApplication application = withBackChannel(new ConcurrentHashMap<>());
		Browser one = application.loggedIn("ann");
		Browser other = application.loggedIn("ann");
		Browser bob = application.loggedIn("bob");
		String token = application.provider().logoutToken("", (claims) -> {
			claims.remove("sid");
			claims.put("sub", "ann");
		});
		assertThat(send(application, token).statusCode()).isEqualTo(200);
		assertThat(application.logins()).isEqualTo(1);
		assertLoggedOut(one);
		assertLoggedOut(other);
		assertLoggedIn(bob, "bob");
	}

	@Test
	void whenLogoutTokenIsReplayedThenLaterLoginGoesOn() {
		Map<String, String> sessions = new ConcurrentHashMap<>();
		LoginApplication application = withBackChannel(sessions);
		application.loggedIn("ann");
		String token = application.provider().logoutToken(sessions.getOrDefault("ann", ""));
		send(application, token);
		Browser again = application.loggedIn("ann");
		send(application, token);
		assertLoggedIn(again, "ann");
		assertThat(application.logins()).isEqualTo(1);
	}

	private static Named<Consumer<Map<String, Object>>> claims(String name, Consumer<Map<String, Object>> change) {
		return Named.of(name, change);
	}

	static Stream<Named<Consumer<Map<String, Object>>>> wrong() {
		return Stream.of(claims("wrong iss", (claims) -> claims.put("iss", "https://evil.example")),
				claims("wrong aud", (claims) -> claims.put("aud", "another")),
				claims("no aud", (claims) -> claims.remove("aud")),
				claims("neither sid nor sub", (claims) -> claims.remove("sid")),
				claims("nonce", (claims) -> claims.put("nonce", "n")),
				claims("no events", (claims) -> claims.remove("events")),
				claims("other events", (claims) -> claims.put("events", Map.of("urn:other", Map.of()))),
				claims("no jti", (claims) -> claims.remove("jti")), claims("no iat", (claims) -> claims.remove("iat")),
				claims("expired", (claims) -> claims.put("exp", 1_000_000_000)));
	}

	@ParameterizedTest
	@MethodSource("wrong")
	void whenLogoutTokenIsWrongThenRefusedAndUserStays(Consumer<Map<String, Object>> change) {
		Map<String, String> sessions = new ConcurrentHashMap<>();
		LoginApplication application = withBackChannel(sessions);
		Browser ann = application.loggedIn("ann");
		String token = application.provider().logoutToken(sessions.getOrDefault("ann", ""), change);
		// Spring Security answers some of them with an error of its own
		assertThat(send(application, token).statusCode()).isGreaterThanOrEqualTo(300);
		assertLoggedIn(ann, "ann");
		assertThat(application.logins()).isEqualTo(1);
	}

	@Test
	void whenLogoutTokenIsForgedThenRefusedAndUserStays() {
		Map<String, String> sessions = new ConcurrentHashMap<>();
		LoginApplication application = withBackChannel(sessions);
		Browser ann = application.loggedIn("ann");
		try (LoginProvider other = new LoginProvider(application.clock())) {
			String forged = other.logoutToken(sessions.getOrDefault("ann", ""),
					(claims) -> claims.put("iss", application.provider().issuer()));
			assertThat(send(application, forged).statusCode()).isEqualTo(400);
		}
		assertLoggedIn(ann, "ann");
	}

}
