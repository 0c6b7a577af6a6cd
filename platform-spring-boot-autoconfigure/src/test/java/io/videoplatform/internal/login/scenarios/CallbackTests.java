package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Authorization responses by any method, in any encoding, at any path, and how often.
 */
class CallbackTests extends LoginScenario {

	private static final String EVIL = "&iss=https%3A%2F%2Fevil.example";

	private static String forged(String callback) {
		return callback.substring(0, callback.indexOf("&iss=")) + EVIL;
	}

	static Stream<Arguments> forged() {
		return Stream.of("GET", "HEAD", "POST")
			.flatMap((method) -> Stream.of(arguments(method, "state=", "state="),
					arguments(method, "state=", "%73tate="), arguments(method, "iss=", "%69ss="),
					arguments(method, "code=", "c%6Fde=")));
	}

	@ParameterizedTest
	@MethodSource("forged")
	void whenForgedResponseComesByAnyMethodAndEncodingThenNoCodeIsSent(String method, String from, String to) {
		Browser browser = application().browser();
		String callback = forged(callback(browser)).replaceFirst("([?&])" + from, "$1" + to);
		long codes = application().codes();
		browser.send(method, callback, "");
		assertThat(application().codes()).isEqualTo(codes);
		assertLoggedOut(browser);
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "HEAD", "POST" })
	void whenParametersAreRepeatedByAnyMethodThenNoCodeIsSent(String method) {
		for (String again : List.of("&%63ode=another", "&stat%65=another", "&is%73=https%3A%2F%2Fevil.example")) {
			Browser browser = application().browser();
			String callback = callback(browser) + again;
			long codes = application().codes();
			browser.send(method, callback, "");
			assertThat(application().codes()).isEqualTo(codes);
			assertLoggedOut(browser);
		}
	}

	@Override
	Application shared() {
		return Application.ANY_METHOD;
	}

	@ParameterizedTest
	@ValueSource(strings = { "other", "platform-second", "corp", "platform2" })
	void whenResponseComesToAnotherRegistrationsPathThenNoCodeIsSent(String registration) {
		Browser browser = browser();
		String callback = callback(browser).replace("/code/platform?", "/code/" + registration + "?");
		long codes = application().codes();
		browser.get(callback);
		assertThat(application().codes()).isEqualTo(codes);
		assertLoggedOut(browser);
	}

	@Test
	void whenResponseToAnotherProvidersLoginComesToOurPathThenNoCodeIsSent() {
		LoginApplication application = running(Application.OWN_CHAIN, Registrations.others(LoginApplication.CORP));
		Browser browser = application.browser();
		String url = Browser.location(browser.get("/oauth2/authorization/corp"));
		String callback = Browser.location(browser.get(url)).replace("/code/corp", "/code/platform");
		assertRefused(browser.get(callback));
		assertThat(application.corp().requests("/token")).isEmpty();
		browser.open("/oauth2/authorization/corp");
		assertLoggedIn(browser, "ann");
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST" })
	void whenApplicationKeepsRequestsItselfThenResponseIsChecked(String method) {
		LoginApplication application = running(Application.OWN_REQUESTS);
		Browser forged = application.browser();
		HttpResponse<String> page = forged.send(method, forged(callback(forged)), "");
		assertThat(application.codes()).isZero();
		assertRefused(page);
		assertLoggedOut(forged);
		Browser elsewhere = application.browser();
		elsewhere.get(callback(elsewhere).replace("/code/platform", "/code/other"));
		assertThat(application.codes()).isZero();
		assertLoggedOut(elsewhere);
		Browser browser = application.browser();
		browser.follow(browser.get(callback(browser)));
		assertLoggedIn(browser, "ann");
		assertThat(application.codes()).isEqualTo(1);
	}

	@Test
	void whenAHundredLookLikeResponsesThenOneWarning() {
		Browser browser = browser();
		for (int i = 0; i < 100; i++) {
			browser.get("/login/oauth2/code/platform?code=c&state=" + i);
		}
		assertThat(application().events()).hasSize(1);
		provider().idTokens().claims((claims) -> claims.put("aud", "another"));
		browser().open("/videos");
		assertThat(application().warnings()).hasSize(2).last().asString().contains("aud=[another]");
	}

	@Tag("full")
	@Test
	void whenProviderRequiresPushedRequestsThenReportedInASentenceAndNotRedirected() {
		LoginApplication application = start(Application.OWN_CHAIN);
		application.provider()
			.documents()
			.metadata((document) -> document.put("require_pushed_authorization_requests", true));
		Browser browser = application.browser();
		HttpResponse<String> page = browser.get("/oauth2/authorization/platform");
		assertThat(page.statusCode()).isEqualTo(503);
		assertThat(page.body()).contains("requires pushed authorization requests", "RFC 9126")
			.doesNotContain("does not respond");
		HttpResponse<String> problem = browser.get("/oauth2/authorization/platform", "Accept", "application/json");
		assertThat(problem.statusCode()).isEqualTo(503);
		assertThat(problem.body()).contains("requires pushed authorization requests", "\"status\":503");
		assertThat(application.warnings()).singleElement()
			.asString()
			.contains("'platform'", "require_pushed_authorization_requests");
		assertThat(application.authorizations()).isZero();
	}

	@ParameterizedTest
	@EnumSource(names = { "OWN_CHAIN", "BOOT_CHAIN" })
	void whenScriptHasNoSessionThenProblemDocument(Application kind) {
		LoginApplication application = running(kind);
		Browser browser = application.browser();
		String page = "text/html,application/xhtml+xml,*/*;q=0.8";
		assertProblem(browser.get("/videos", "Accept", "application/json"));
		assertProblem(browser.get("/videos", "Accept", "*/*"));
		assertProblem(browser.get("/videos", "X-Requested-With", "XMLHttpRequest"));
		assertProblem(browser.get("/videos", "Accept", page, "Sec-Fetch-Mode", "cors"));
		assertProblem(browser.get("/videos", "Cookie", this.stack.sessionCookie() + "=before-a-restart", "Accept",
				"application/json"));
		assertThat(browser.get("/videos", "Sec-Fetch-Mode", "navigate").statusCode()).isEqualTo(302);
		assertThat(application.authorizations()).isZero();
	}

	@Test
	void whenOthersAreRegisteredAndScriptHasNoSessionThenProblemDocument() {
		LoginApplication application = running(Application.OWN_CHAIN, Registrations.others(LoginApplication.CORP));
		assertProblem(application.browser().get("/videos", "Accept", "application/json"));
		assertProblem(application.browser().get("/videos", "Sec-Fetch-Mode", "cors"));
		assertThat(Browser.location(application.browser().get("/videos"))).endsWith("/login");
	}

	@Test
	void whenChainAcceptsBasicThenScriptReceivesItsChallenge() {
		LoginApplication application = running(Application.OWN_BASIC);
		Browser browser = application.browser();
		HttpResponse<String> response = browser.get("/videos", "Accept", "application/json");
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic ");
		assertThat(browser.get("/videos", "Sec-Fetch-Mode", "navigate").statusCode()).isEqualTo(302);
	}

	@Test
	void whenSavedPageHasParameterErrorThenLoginIsNotReportedAsFailed() {
		Browser browser = browser();
		HttpResponse<String> page = browser.open("/me?error=none");
		assertThat(page.request().uri().getQuery()).startsWith("error=none");
		assertThat(page.body()).isEqualTo("DefaultOidcUser ann");
		assertThat(application().warnings()).isEmpty();
	}

}
