package io.videoplatform.internal.login.scenarios;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins while the provider is down, and while it changes.
 */
class ProviderOutageTests extends LoginScenario {

	@Test
	void whenProviderIsDownThenLoginHasResponseAndRestGoesOn() {
		Browser logged = application().loggedIn();
		provider().stop();
		application().pause();
		Browser browser = browser();
		assertUnavailable(browser.open("/videos"));
		assertThat(browser.get("/public/hello").body()).isEqualTo("hello");
		assertThat(browser.get("/login").body()).contains("/oauth2/authorization/platform");
		assertLoggedIn(logged, "ann");
		provider().restart();
		application().pause();
		assertThat(browser.open("/videos").body()).contains("\"ann\"");
	}

	@Test
	void whenProviderWasNeverUpThenLoginHasResponseAndOneEvent() {
		LoginApplication application = start(Application.BOOT_CHAIN);
		application.provider().stop();
		Browser browser = application.browser();
		assertUnavailable(browser.open("/videos"));
		assertUnavailable(browser.open("/videos"));
		assertThat(application.warnings()).singleElement().asString().contains(application.provider().rootUrl());
		application.provider().restart();
		application.pause();
		assertThat(browser.open("/videos").body()).contains("\"ann\"");
	}

	@Test
	void whenProviderIsDownThenScriptIsGivenProblemDocument() {
		LoginApplication application = start(Application.OWN_CHAIN);
		application.provider().stop();
		HttpResponse<String> response = application.browser()
			.get("/oauth2/authorization/platform", "Accept", "application/json");
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(response.headers().firstValue("Retry-After")).isPresent();
		assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/token", "/keys", "/userinfo" })
	void whenStepOfLoginFailsThenUnavailableAndReportedAndLoginWorksLater(String endpoint) {
		LoginApplication application = start(Application.OWN_CHAIN);
		application.provider().fail(endpoint, 503);
		Browser browser = application.browser();
		assertUnavailable(browser.open("/videos"));
		assertThat(application.warnings()).singleElement().asString().contains(endpoint, "503");
		assertThat(application.logins()).isZero();
		application.provider().repair();
		application.pause();
		assertThat(browser.open("/videos").body()).contains("\"ann\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/token", "/keys", "/userinfo" })
	void whenScriptMeetsOutageInLoginThenProblemDocument(String endpoint) {
		LoginApplication application = start(Application.OWN_CHAIN);
		Browser browser = application.browser();
		String callback = callback(browser);
		application.provider().fail(endpoint, 503);
		HttpResponse<String> response = browser.get(callback, "Accept", "application/json");
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(response.headers().firstValue("Retry-After")).isPresent();
		assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
	}

	@Test
	void whenProviderGoesDownInMidLoginThenUnavailable() {
		LoginApplication application = start(Application.OWN_CHAIN);
		Browser browser = application.browser();
		String callback = callback(browser);
		application.provider().stop();
		assertUnavailable(browser.get(callback));
		application.provider().restart();
		application.pause();
		assertThat(browser.open("/videos").body()).contains("\"ann\"");
	}

	@Test
	void whenAnotherProviderIsDownThenReportedAndOursWorks() {
		LoginApplication application = start(Application.OWN_CHAIN, Registrations.others("http://127.0.0.1:1/down"));
		Browser browser = application.browser();
		assertThat(browser.get("/login").body()).contains("/oauth2/authorization/platform", "/oauth2/authorization/git",
				"/oauth2/authorization/corp");
		HttpResponse<String> response = browser.get("/oauth2/authorization/corp");
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(response.body()).contains("href=\"/oauth2/authorization/corp\"");
		assertThat(application.warnings()).singleElement().asString().contains("'corp'", "http://127.0.0.1:1/down");
		assertThat(Browser.location(browser.get("/oauth2/authorization/git"))).startsWith("https://github.com/login");
		browser.open("/oauth2/authorization/platform");
		assertLoggedIn(browser, "ann");
	}

	@Test
	void whenProviderOfNamedClientIsDownThenItsLoginIsLinked() {
		try (TestPlatform second = new TestPlatform(application().clock())) {
			LoginApplication application = start(Application.OWN_CHAIN,
					"platform.clients.second.root-url=" + second.rootUrl(), "platform.clients.second.client-id=second",
					"platform.clients.second.client-secret=secret",
					"platform.clients.second.grant-type=authorization_code");
			second.stop();
			Browser browser = application.loggedIn();
			HttpResponse<String> response = browser.get("/oauth2/authorization/platform-second");
			assertThat(response.statusCode()).isEqualTo(503);
			assertThat(response.body()).contains("href=\"/oauth2/authorization/platform-second\"");
		}
	}

	@Test
	void whenAnotherProviderNeverRespondsThenOurLoginsGoOn() throws Exception {
		int hits = 50;
		ExecutorService threads = Executors.newFixedThreadPool(hits);
		try (ServerSocket hole = new ServerSocket(0, hits, InetAddress.getLoopbackAddress())) {
			LoginApplication application = start(Application.OWN_CHAIN,
					Registrations.others("http://127.0.0.1:%d/hole".formatted(hole.getLocalPort())));
			application.browser().open("/oauth2/authorization/platform");
			Callable<HttpResponse<String>> hit = () -> application.browser().get("/oauth2/authorization/corp");
			List<Future<HttpResponse<String>>> held = Collections.nCopies(hits, hit)
				.stream()
				.map(threads::submit)
				.toList();
			Browser browser = application.browser();
			browser.open("/oauth2/authorization/platform");
			assertLoggedIn(browser, "ann");
			assertThat(held).noneMatch(Future::isDone);
			for (Future<HttpResponse<String>> response : held) {
				assertThat(response.get().statusCode()).isEqualTo(503);
			}
			assertThat(application.warnings()).singleElement().asString().contains("'corp'", "no response within 10 s");
			assertThat(hit.call().statusCode()).isEqualTo(503);
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void whenTokenEndpointMovesInMidLoginThenCodeGoesWhereLoginBegan() {
		provider().documents().maxAge(1);
		application().pause();
		Browser browser = browser();
		String callback = callback(browser);
		long codes = application().codes();
		provider().documents()
			.metadata((document) -> document.put("token_endpoint", provider().issuer() + "/new/token2"));
		application().clock().advance(Duration.ofMinutes(2));
		browser().get("/oauth2/authorization/platform");
		browser.follow(browser.get(callback));
		assertLoggedIn(browser, "ann");
		assertThat(application().codes()).isEqualTo(codes + 1);
		assertThat(provider().requests("/token2")).isEmpty();
		assertLoggedIn(application().loggedIn(), "ann");
		assertThat(provider().requests("/token2")).hasSize(1);
	}

	@Test
	void whenTokenEndpointMovesInLoginThatFollowsOnEndedOneThenCodeGoesWhereItBegan() {
		LoginApplication application = start(Application.OWN_CHAIN);
		application.provider().documents().maxAge(1);
		Browser browser = application.loggedIn();
		application.provider().issued().revokeRefreshTokens();
		application.letTokensRunOut();
		String callback = Browser.location(browser.get(Browser.location(browser.get("/videos"))));
		application.provider()
			.documents()
			.metadata((document) -> document.put("token_endpoint", application.provider().issuer() + "/new/token2"));
		application.clock().advance(Duration.ofMinutes(2));
		application.browser().get("/oauth2/authorization/platform");
		browser.get(callback);
		assertThat(application.provider().requests("/token2")).isEmpty();
		assertThat(browser.get("/videos").body()).contains("\"ann\"");
	}

	@Test
	void whenIssuerMovesInMidLoginThenCodeGoesWhereLoginBegan() {
		try (TestPlatform successor = new TestPlatform(application().clock())) {
			LoginApplication application = start(Application.OWN_CHAIN,
					"platform.discovery.trusted-issuers=${provider}," + successor.issuer());
			application.clock().setTo(application().clock().instant());
			application.provider().documents().maxAge(1);
			Browser browser = application.browser();
			String callback = callback(browser);
			application.provider().documents().named(successor.issuer());
			application.clock().advance(Duration.ofMinutes(2));
			assertThat(Browser.location(application.browser().get("/oauth2/authorization/platform")))
				.startsWith(successor.issuer());
			browser.follow(browser.get(callback));
			assertThat(application.codes()).isEqualTo(1);
			assertThat(successor.requests("/token")).isEmpty();
			assertLoggedIn(browser, "ann");
		}
	}

	@Test
	void whenIssuerMovesToOneThatIsNotTrustedThenLoginsStayWhereTheyWere() {
		try (TestPlatform hijacker = new TestPlatform()) {
			LoginApplication application = start(Application.OWN_CHAIN);
			application.provider().documents().maxAge(1);
			application.loggedIn();
			application.provider().documents().named(hijacker.issuer());
			application.clock().advance(Duration.ofMinutes(2));
			application.browser().open("/videos");
			assertThat(hijacker.requests("/auth")).isEmpty();
			assertThat(hijacker.requests("/token")).isEmpty();
		}
	}

}
