package io.videoplatform.internal.login.scenarios;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.IdTokens;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Logouts that the provider requests (OpenID Connect Back-Channel Logout 1.0, sections
 * 2.4 to 2.8).
 */
class BackChannelLogoutScenarioTests extends LoginScenario {

	private static final String BACK_CHANNEL = "/logout/connect/back-channel/platform";

	private static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";

	private static final ECKey FOREIGN_KEY = IdTokens.key("foreign");

	private final Map<String, String> sessions = new ConcurrentHashMap<>();

	@Override
	String[] properties() {
		return new String[] { "platform.login.back-channel-logout=true" };
	}

	@BeforeEach
	void noteSessions() {
		// A refusal is reported once a minute
		application().pause();
		provider().idTokens()
			.claims((claims) -> this.sessions.put(claims.get("sub").toString(), claims.get("sid").toString()));
	}

	private String token(Consumer<Map<String, Object>> change) {
		return provider().idTokens().logoutToken(this.sessions.getOrDefault("ann", ""), change);
	}

	private String token() {
		return token((claims) -> {
		});
	}

	private HttpResponse<String> send(String logoutToken) {
		return browser().post(BACK_CHANNEL, Map.of("logout_token", logoutToken));
	}

	private static void assertDone(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
	}

	private static void assertRefusal(HttpResponse<String> response, String reason) {
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
		assertThat(response.body()).contains("\"error\":\"invalid_request\"", reason).doesNotContain("eyJ");
	}

	@Test
	void whenProviderEndsSessionThenLoginEndsAndAllOfAUserIfItNamesNone() {
		Browser ann = application().loggedIn("ann");
		Browser bob = application().loggedIn("bob");
		long held = application().logins();
		assertDone(send(token()));
		assertThat(application().logins()).isEqualTo(held - 1);
		assertLoggedOut(ann);
		assertLoggedIn(bob, "bob");
		provider().logins().user("ann");
		assertThat(ann.open("/videos").body()).contains("\"ann\"");
		Browser other = application().loggedIn("ann");
		assertDone(send(token((claims) -> {
			claims.remove("sid");
			claims.put("sub", "ann");
		})));
		assertLoggedOut(ann);
		assertLoggedOut(other);
		assertLoggedIn(bob, "bob");
	}

	static Stream<Arguments> good() {
		return Stream.of(good("no exp", (claims) -> claims.remove("exp")),
				good("further audience", (claims) -> claims.put("aud", List.of("another", TestPlatform.CLIENT_ID))),
				good("sub and sid", (claims) -> claims.put("sub", "ann")),
				good("event with members", (claims) -> claims.put("events", Map.of(EVENT, Map.of("a", 1)))),
				good("further event",
						(claims) -> claims.put("events", Map.of(EVENT, Map.of(), "urn:other", Map.of()))));
	}

	private static Arguments good(String name, Consumer<Map<String, Object>> change) {
		return arguments(name, change);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("good")
	void whenLogoutTokenIsUnusualButGoodThenLoginEnds(String name, Consumer<Map<String, Object>> change) {
		Browser ann = application().loggedIn("ann");
		assertDone(send(provider().idTokens().sign(payload(token(change)), "JWT")));
		assertLoggedOut(ann);
	}

	/**
	 * Revocations go on behind a logout: that of a user who comes later is waited for.
	 */
	@Test
	void whenLoginEndsThenThatOfAnotherUserGoesOnAndNothingIsRevoked() {
		Browser ann = application().loggedIn("ann");
		Set<String> ofAnn = provider().issued().validRefreshTokens();
		Browser bob = application().loggedIn("bob");
		assertDone(send(token()));
		assertLoggedOut(ann);
		assertLoggedIn(bob, "bob");
		assertThat(application().logins()).isOne();
		bob.submit("/logout", "/logout");
		provider().server().awaitRequests("/revoke", 1);
		assertThat(provider().issued().validRefreshTokens()).hasSize(1).isEqualTo(ofAnn);
	}

	@Test
	void whenNoSessionIsMeantThenAcceptedAndUsersStay() {
		Browser ann = application().loggedIn("ann");
		assertDone(send(provider().idTokens().logoutToken("another")));
		assertLoggedIn(ann, "ann");
	}

	@Test
	void whenLogoutTokenIsReplayedThenRefusedAndLaterLoginGoesOn() {
		application().loggedIn("ann");
		String token = token((claims) -> {
			claims.remove("sid");
			claims.put("sub", "ann");
		});
		assertDone(send(token));
		Browser again = application().loggedIn("ann");
		assertRefusal(send(token), "'jti'");
		assertLoggedIn(again, "ann");
	}

	@Test
	void whenUserHasLoggedOutBeforeThenTheNextLoginInTheBrowserGoesOn() {
		Browser browser = application().loggedIn("ann");
		assertThat(browser.submit("/logout", "/logout").statusCode()).isEqualTo(302);
		provider().logins().user("bob");
		String callback = callback(browser);
		assertDone(send(token()));
		assertThat(browser.get(callback).statusCode()).isEqualTo(302);
		assertLoggedIn(browser, "bob");
	}

	@Test
	void whenAnotherUserHasLoggedInByAFormThenThatUserStays() {
		LoginApplication application = running(Application.FORM_LOGIN, "platform.login.back-channel-logout=true");
		TestPlatform provider = application.provider();
		provider.idTokens()
			.claims((claims) -> this.sessions.put(claims.get("sub").toString(), claims.get("sid").toString()));
		provider.logins().user("ann");
		Browser browser = application.browser();
		browser.open("/oauth2/authorization/platform");
		assertLoggedIn(browser, "ann");
		browser.post("/login", Map.of("username", "form", "password", "secret"));
		assertThat(browser.get("/me").body()).isEqualTo("User form");
		String token = provider.idTokens().logoutToken(this.sessions.getOrDefault("ann", ""));
		assertDone(application.browser().post(BACK_CHANNEL, Map.of("logout_token", token)));
		assertThat(browser.get("/me").body()).isEqualTo("User form");
	}

	static Stream<Arguments> wrongClaims() {
		return Stream.of(claims("wrong iss", "iss claim", (claims) -> claims.put("iss", "https://evil.example")),
				claims("no iss", "iss claim", (claims) -> claims.remove("iss")),
				claims("iss that is no text", "not a JWT", (claims) -> claims.put("iss", 7)),
				claims("wrong aud", "aud claim", (claims) -> claims.put("aud", "another")),
				claims("no aud", "aud claim", (claims) -> claims.remove("aud")),
				claims("empty aud", "aud claim", (claims) -> claims.put("aud", List.of())),
				claims("neither sid nor sub", "'sub' nor 'sid'", (claims) -> claims.remove("sid")),
				claims("sid that is no text", "'sid'", (claims) -> claims.put("sid", List.of("a"))),
				claims("nonce", "'nonce'", (claims) -> claims.put("nonce", "n")),
				claims("no events", "'events'", (claims) -> claims.remove("events")),
				claims("events that is no object", "'events'", (claims) -> claims.put("events", EVENT)),
				claims("other events", "'events'", (claims) -> claims.put("events", Map.of("urn:other", Map.of()))),
				claims("event that is no object", "'events'", (claims) -> claims.put("events", Map.of(EVENT, "x"))),
				claims("no jti", "'jti'", (claims) -> claims.remove("jti")),
				claims("no iat", "'iat'", (claims) -> claims.remove("iat")),
				claims("iat that is no number", "not a JWT", (claims) -> claims.put("iat", "now")),
				claims("iat in the future", "'iat'", (claims) -> {
					claims.put("iat", 4_000_000_000L);
					claims.put("exp", 4_000_000_100L);
				}), claims("iat long ago", "'iat'", (claims) -> {
					claims.put("iat", 1_000_000_000);
					claims.remove("exp");
				}), claims("expired", "'exp'", (claims) -> {
					claims.put("iat", 999_999_999);
					claims.put("exp", 1_000_000_000);
				}));
	}

	private static Arguments claims(String name, String reason, Consumer<Map<String, Object>> change) {
		return wrong(name, reason, (test) -> test.token(change));
	}

	private static Arguments wrong(String name, String reason, Function<BackChannelLogoutScenarioTests, String> token) {
		return arguments(name, reason, token);
	}

	static Stream<Arguments> wrongTokens() {
		return Stream.of(token("no token", "not a JWT", (token, provider) -> ""),
				token("not a JWT", "not a JWT", (token, provider) -> "opaque"),
				token("100,000 characters", "not a JWT", (token, provider) -> "eyJ.".repeat(25_000)),
				token("truncated", "", (token, provider) -> token.substring(0, token.length() / 2)),
				token("alg none", "'none'",
						(token, provider) -> base64("{\"alg\":\"none\"}") + "." + token.split("\\.")[1] + "."),
				token("alg of a shared secret", "HS256",
						(token, provider) -> base64("{\"alg\":\"HS256\"}") + "." + token.split("\\.")[1] + ".AAAA"),
				token("alg that the metadata do not name", "RS512",
						(token, provider) -> base64("{\"alg\":\"RS512\"}") + "." + token.split("\\.")[1] + ".AAAA"),
				token("an ID token's type", "'typ'",
						(token, provider) -> IdTokens.sign(payload(token), "at+jwt", FOREIGN_KEY)),
				token("forged under a known key", "not made by the issuer's key",
						(token, provider) -> IdTokens.sign(payload(token), "logout+jwt",
								new ECKey.Builder(FOREIGN_KEY).keyID(provider.idTokens().keyId()).build())),
				token("forged by an unknown key", "does not publish",
						(token, provider) -> IdTokens.sign(payload(token), "logout+jwt", FOREIGN_KEY)),
				token("claims of 10,000 levels", "not a JWT", (token, provider) -> base64("{\"alg\":\"RS256\"}") + "."
						+ base64("{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000)) + ".AAAA"));
	}

	private static Arguments token(String name, String reason, BiFunction<String, TestPlatform, String> change) {
		return wrong(name, reason, (test) -> change.apply(test.token(), test.provider()));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource({ "wrongClaims", "wrongTokens" })
	void whenLogoutTokenIsWrongThenRefusedWithTheReasonAndUserStays(String name, String reason,
			Function<BackChannelLogoutScenarioTests, String> token) {
		Browser ann = application().loggedIn("ann");
		assertRefusal(send(token.apply(this)), reason);
		assertLoggedIn(ann, "ann");
		assertThat(application().warnings()).singleElement().asString().contains("'platform'", reason);
	}

	@ParameterizedTest
	@ValueSource(strings = { "logout_token", "logout%5Ftoken" })
	void whenLogoutTokenIsInTheUrlThenRefusedAndUserStays(String parameter) {
		Browser ann = application().loggedIn("ann");
		String url = "%s?%s=%s".formatted(BACK_CHANNEL, parameter, token());
		assertRefusal(browser().post(url, Map.of()), "'logout_token'");
		assertLoggedIn(ann, "ann");
	}

	@Test
	void whenRequestHasNoLogoutTokenThenRefused() {
		assertRefusal(browser().post(BACK_CHANNEL, Map.of()), "'logout_token'");
		assertRefusal(browser().post(BACK_CHANNEL, Map.of("token", "x")), "'logout_token'");
		assertRefusal(browser().post(BACK_CHANNEL + "?logout_token=a", Map.of("logout_token", "b")), "logout");
	}

	static Stream<Arguments> malformed() {
		return Stream.of(
				arguments("encoding that is malformed", "application/x-www-form-urlencoded", "logout_token=%zz"),
				arguments("another media type", "application/json", "{\"logout_token\":\"a\"}"),
				arguments("media type that is malformed", "a/b/c", "logout_token=a"),
				arguments("nothing", "application/x-www-form-urlencoded", ""));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("malformed")
	void whenRequestIsMalformedThenRefused(String name, String contentType, String body)
			throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create(application().root() + BACK_CHANNEL))
			.header("Content-Type", contentType)
			.POST(HttpRequest.BodyPublishers.ofString(body))
			.build();
		assertRefusal(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()), "logout");
	}

	/**
	 * A server closes the connection of a body that it does not read to its end, and a
	 * client that writes until then cannot tell the closing from a response. This one
	 * reads the response whatever became of the rest of the request.
	 */
	@Test
	void whenRequestIsTooLargeThenRefused() throws IOException {
		URI root = URI.create(application().root());
		byte[] body = ("logout_token=" + "A".repeat(3_000_000)).getBytes(StandardCharsets.US_ASCII);
		String head = "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n"
			.formatted(BACK_CHANNEL, root.getAuthority(), body.length);
		try (Socket socket = new Socket(root.getHost(), root.getPort())) {
			socket.setSoTimeout(60_000);
			socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
			writeWhileOpen(socket, body);
			BufferedReader response = new BufferedReader(
					new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
			assertThat(response.readLine()).startsWith("HTTP/1.1 400");
		}
	}

	private static void writeWhileOpen(Socket socket, byte[] body) {
		try {
			socket.getOutputStream().write(body);
		}
		catch (IOException ex) {
			// Closed by the server, which has written its response by then
		}
	}

	@Test
	void whenTokensAreForgedInStormThenFewFetchesAndWarningsAndAllRefused() {
		Browser ann = application().loggedIn("ann");
		int fetches = provider().requests("/keys").size();
		for (int i = 0; i < 30; i++) {
			String forged = IdTokens.sign(payload(token()), "logout+jwt", FOREIGN_KEY);
			assertRefusal(send(forged), "does not publish");
		}
		assertThat(provider().requests("/keys").size() - fetches).isLessThanOrEqualTo(6);
		assertThat(application().warnings()).hasSize(1);
		assertLoggedIn(ann, "ann");
		application().pause();
		assertDone(send(token()));
		assertLoggedOut(ann);
	}

	/**
	 * No time passes, so that the keys are not requested again.
	 */
	@Test
	void whenTokensAreForgedForTwoClientsWithinThePauseBetweenRequestsForKeysThenRefused() {
		LoginApplication application = running(Application.OWN_CHAIN, "platform.login.back-channel-logout=true",
				"platform.clients.second.grant-type=authorization_code");
		Browser browser = application.browser();
		String claims = application.provider().idTokens().logoutToken("sid");
		for (int i = 0; i < 16; i++) {
			String forged = IdTokens.sign(payload(claims), "logout+jwt", IdTokens.key("forged-" + i));
			String path = (i < 8) ? BACK_CHANNEL : BACK_CHANNEL + "-second";
			assertRefusal(browser.post(path, Map.of("logout_token", forged)), "does not publish");
		}
	}

	@Test
	void whenLogoutTokenHasAnotherAlgorithmThanTheIdTokenThenRefusedAndUserStays() throws JOSEException {
		Browser ann = application().loggedIn("ann");
		RSAKey key = new RSAKeyGenerator(2048).keyID("rsa").generate();
		provider().idTokens().furtherKeys(key);
		String token = IdTokens.sign(payload(token()), "logout+jwt", key);
		assertRefusal(send(token), "signed by algorithm 'RS256'");
		assertLoggedIn(ann, "ann");
		assertDone(send(token()));
		assertLoggedOut(ann);
	}

	@Test
	void whenKeysCannotBeReadThenUnavailableUntilTheyCan() {
		Browser ann = application().loggedIn("ann");
		provider().idTokens().rotateKey();
		provider().fail("/keys", 503);
		String token = token();
		HttpResponse<String> response = send(token);
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
		assertThat(response.headers().firstValue("Retry-After")).isPresent();
		assertThat(response.body()).contains("temporarily_unavailable");
		assertLoggedIn(ann, "ann");
		provider().repair();
		application().pause();
		assertDone(send(token));
		assertLoggedOut(ann);
	}

	@Test
	void whenMethodIsNotPostThenNotHandled() {
		Browser ann = application().loggedIn("ann");
		assertThat(ann.get(BACK_CHANNEL + "?logout_token=" + token()).statusCode()).isNotEqualTo(200);
		assertLoggedIn(ann, "ann");
	}

	private static String base64(String text) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
	}

	private static Map<String, Object> payload(String token) {
		return new HashMap<>(IdTokens.claims(token));
	}

}
