package io.videoplatform.internal.login.scenarios;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where an authorization response comes from (RFC 9207), to whom, and how often.
 */
class AuthorizationResponseTests extends LoginScenario {

	private static final String DENIED = "error=access_denied&error_description=%3Cb%3Eno%3C%2Fb%3E";

	private static final UnaryOperator<String> DENY = (url) -> url.replaceFirst("code=[^&]+", DENIED);

	private static Named<UnaryOperator<String>> wrong(String name, UnaryOperator<String> change) {
		return Named.of(name, change);
	}

	private static String withoutIssuer(String url) {
		return url.substring(0, url.indexOf("&iss="));
	}

	static Stream<Named<UnaryOperator<String>>> wrong() {
		return Stream.of(wrong("no issuer", AuthorizationResponseTests::withoutIssuer),
				wrong("empty issuer", (url) -> withoutIssuer(url) + "&iss="),
				wrong("another issuer", (url) -> withoutIssuer(url) + "&iss=https%3A%2F%2Fevil.example"),
				wrong("issuer with a slash more", (url) -> url + "%2F"),
				wrong("issuer in capitals", (url) -> url.replace("&iss=http%3A", "&iss=HTTP%3A")),
				wrong("issuer twice", (url) -> url + url.substring(url.indexOf("&iss="))),
				wrong("issuer twice, one of them wrong", (url) -> url + "&iss=https%3A%2F%2Fevil.example"),
				wrong("another issuer behind a parameter that is malformed",
						(url) -> withoutIssuer(url) + "&x=%E9&iss=https%3A%2F%2Fevil.example"),
				wrong("another issuer behind too many parameters",
						(url) -> withoutIssuer(url) + "&x".repeat(1_100) + "&iss=https%3A%2F%2Fevil.example"),
				wrong("code twice", (url) -> url + "&code=another"));
	}

	@ParameterizedTest
	@MethodSource("wrong")
	void whenResponseIsWrongThenRefusedAndNoCodeIsSent(UnaryOperator<String> change) {
		long codes = application().codes();
		long logins = application().logins();
		provider().logins().callback(change);
		Browser browser = browser();
		assertRefused(browser.open("/videos"));
		assertThat(application().codes()).isEqualTo(codes);
		assertThat(application().logins()).isEqualTo(logins);
		assertThat(application().warnings()).singleElement()
			.asString()
			.contains("'platform'", "no code was sent anywhere")
			.containsPattern("RFC (9207|6749)")
			.doesNotContainPattern("refused.*refused");
		assertLoggedOut(browser);
	}

	@Test
	void whenErrorResponseIsWrongThenRefused() {
		provider().logins().callback((url) -> DENY.apply(withoutIssuer(url)));
		assertRefused(browser().open("/videos"));
		assertThat(application().warnings()).hasSize(1);
	}

	@Test
	void whenIssuerIsForeignTextThenItIsEscapedAndCut() {
		String script = URLEncoder.encode("<script>alert(1)</script>\n" + "x".repeat(2000), StandardCharsets.UTF_8);
		provider().logins().callback((url) -> withoutIssuer(url) + "&iss=" + script);
		HttpResponse<String> response = browser().open("/videos");
		assertRefused(response);
		assertThat(response.body()).doesNotContain("<script>").hasSizeLessThan(3000);
		assertThat(application().warnings()).singleElement().asString().doesNotContain("\n").hasSizeLessThan(1500);
	}

	@Test
	void whenScriptBringsWrongResponseThenProblemDocument() {
		provider().logins().callback(AuthorizationResponseTests::withoutIssuer);
		Browser browser = browser();
		HttpResponse<String> response = browser.get(callback(browser), "Accept", "application/json");
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
	}

	@Test
	void whenProviderDeniesThenPageSaysCancelledWithoutWarning() {
		LoginApplication application = start(Application.OWN_CHAIN);
		application.provider().logins().callback(DENY);
		HttpResponse<String> page = application.browser().open("/videos");
		assertThat(page.statusCode()).isEqualTo(400);
		assertThat(page.body()).contains("The login was cancelled", "href=\"/oauth2/authorization/platform\"")
			.doesNotContain("<b>no</b>", "refused", "Invalid credentials");
		assertThat(application.warnings()).isEmpty();
		assertThat(application.events()).anyMatch((event) -> event.message().contains("access_denied"));
	}

	@Test
	void whenProviderEndsLoginForAnotherReasonThenPageNamesIt() {
		provider().logins().callback((url) -> url.replaceFirst("code=[^&]+", "error=invalid_scope"));
		HttpResponse<String> page = browser().open("/videos");
		assertRefused(page);
		assertThat(page.body()).contains("invalid_scope").doesNotContain("cancelled");
	}

	@Test
	void whenMetadataDoNotAnnounceIssuerThenResponseWithoutItIsGoodAndWrongOneIsStillRefused() {
		LoginApplication application = start(Application.OWN_CHAIN);
		application.provider()
			.documents()
			.metadata((document) -> document.remove("authorization_response_iss_parameter_supported"));
		application.provider().logins().callback(AuthorizationResponseTests::withoutIssuer);
		assertLoggedIn(application.loggedIn(), "ann");
		for (String before : List.of("", "&x=%E9", "&x".repeat(1_100))) {
			application.provider()
				.logins()
				.callback((url) -> withoutIssuer(url) + before + "&iss=https%3A%2F%2Fevil.example");
			assertRefused(application.browser().open("/videos"));
		}
		assertThat(application.codes()).isEqualTo(1);
	}

	@Test
	void whenResponseIsReplayedThenUserIsLedToTheApplication() {
		Browser browser = browser();
		String callback = callback(browser);
		browser.follow(browser.get(callback));
		assertLoggedIn(browser, "ann");
		long codes = application().codes();
		HttpResponse<String> page = browser.get(callback);
		assertThat(page.statusCode()).isEqualTo(302);
		assertThat(Browser.location(page)).endsWith("/");
		assertThat(application().codes()).isEqualTo(codes);
		assertLoggedIn(browser, "ann");
	}

	@Test
	void whenResponseBelongsToAnotherBrowserThenRefusedAndReported() {
		String callback = callback(browser());
		long codes = application().codes();
		Browser victim = browser();
		assertRefused(victim.get(callback));
		assertLoggedOut(victim);
		assertThat(application().codes()).isEqualTo(codes);
		assertThat(application().warnings()).singleElement().asString().contains("No login under way");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "unknown" })
	void whenStateIsMadeUpThenNobodyIsLoggedIn(String state) {
		Browser browser = browser();
		callback(browser);
		long codes = application().codes();
		HttpResponse<String> response = browser.get("/login/oauth2/code/platform?code=c&iss=%s&state=%s"
			.formatted(URLEncoder.encode(provider().issuer(), StandardCharsets.UTF_8), state));
		assertRefused(response);
		assertThat(application().codes()).isEqualTo(codes);
		assertThat(application().warnings()).singleElement()
			.asString()
			.contains("'platform'", "No login under way")
			.doesNotContainPattern("refused.*refused");
		assertLoggedOut(browser);
	}

	@Test
	void whenResponseOfAnotherProviderComesThenItsCodeIsNotSent() {
		try (TestPlatform other = new TestPlatform(application().clock())) {
			Browser browser = browser();
			String url = Browser.location(browser.get("/oauth2/authorization/platform"));
			String mixedUp = Browser.location(browser.get(url.replace(provider().rootUrl(), other.rootUrl())));
			assertThat(query(mixedUp).get("iss")).contains(other.rootUrl().substring(7).replace(":", "%3A"));
			long codes = application().codes();
			assertRefused(browser.get(mixedUp));
			assertThat(application().codes()).isEqualTo(codes);
			assertThat(other.requests("/token")).isEmpty();
		}
	}

	@Test
	void whenResponseArrivesAtAnotherRegistrationThenItsCodeStaysWithItsIssuer() {
		LoginApplication application = running(Application.OWN_CHAIN, Registrations.others(LoginApplication.CORP));
		Browser browser = application.browser();
		String callback = callback(browser).replace("/code/platform", "/code/corp");
		browser.follow(browser.get(callback));
		assertThat(application.corp().requests("/token")).isEmpty();
	}

}
