package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.videoplatform.Gates;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Logins while the provider is down, and while it changes.
 */
class ProviderOutageTests extends LoginScenario {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/**
	 * Health remembers outages, so that no other tests use this application.
	 */
	@Override
	String[] properties() {
		return new String[] { "spring.application.name=outages" };
	}

	@Test
	void whenProviderIsDownThenLoginHasResponseAndRestGoesOn() {
		Browser logged = application().loggedIn();
		provider().stop();
		application().pause();
		Browser browser = browser();
		assertUnavailable(browser.open("/videos"));
		assertProblemUnavailable(browser.get("/oauth2/authorization/platform", "Accept", "application/json"));
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

	@ParameterizedTest
	@ValueSource(strings = { "/token", "/keys", "/userinfo" })
	void whenStepOfLoginFailsThenUnavailableAndReportedAndLoginWorksLater(String endpoint) {
		LoginApplication application = application();
		application.provider().idTokens().rotateKey();
		application.provider().fail(endpoint, 503);
		Browser browser = application.browser();
		assertProblemUnavailable(browser.get(callback(browser), "Accept", "application/json"));
		assertUnavailable(browser.open("/videos"));
		assertThat(application.warnings()).singleElement().asString().contains(endpoint, "503");
		assertThat(application.logins()).isZero();
		application.provider().repair();
		application.pause();
		assertThat(browser.open("/videos").body()).contains("\"ann\"");
	}

	static Stream<Arguments> outages() {
		return Stream.of(
				outage("invalid_client", "/token", (application) -> refuse(application, 401, "invalid_client")),
				outage("unauthorized_client", "/token",
						(application) -> refuse(application, 400, "unauthorized_client")),
				outage("5xx", "/token", (application) -> refuse(application, 503, "anything")),
				outage("5xx", "/keys", (application) -> application.provider().fail("/keys", 503)),
				outage("5xx", "/userinfo", (application) -> application.provider().fail("/userinfo", 503)),
				outage("clock_skew", "in the future", ProviderOutageTests::letClocksDiffer));
	}

	private static Arguments outage(String code, String found, Consumer<LoginApplication> begin) {
		return Arguments.of(code, found, begin);
	}

	private static void refuse(LoginApplication application, int status, String error) {
		application.provider().tokenEndpoint().always((form) -> TestResponse.error(status, error));
	}

	private static void letClocksDiffer(LoginApplication application) {
		Instant now = application.clock().instant();
		application.provider().idTokens().claims((claims) -> {
			claims.put("iat", now.plusSeconds(600).getEpochSecond());
			claims.put("exp", now.plusSeconds(900).getEpochSecond());
		});
	}

	@ParameterizedTest(name = "{0} {1}")
	@MethodSource("outages")
	void whenStepOfLoginFailsThenHealthAndDoctorNameItUntilALoginSucceeds(String code, String found,
			Consumer<LoginApplication> begin) {
		LoginApplication application = application();
		assertThat(tokenRequest(application).verdict()).isEqualTo(CheckVerdict.PASSED);
		application.provider().idTokens().rotateKey();
		begin.accept(application);
		application.browser().open("/videos");
		Health health = health(application);
		assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
		assertThat(health.getDetails().get("failures")).asString().containsAnyOf(code, "503");
		assertThat(tokenRequest(application)).satisfies((finding) -> {
			assertThat(finding.verdict()).isEqualTo(CheckVerdict.FAILED);
			assertThat(finding.code()).isEqualTo(code);
			assertThat(finding.found()).contains(found);
		});
		application.provider().reset();
		application.pause();
		application.loggedIn();
		assertThat(health(application).getStatus()).isEqualTo(Status.UP);
		assertThat(tokenRequest(application).verdict()).isEqualTo(CheckVerdict.PASSED);
	}

	@Test
	void whenProviderLetsNoUserLogInThenHealthAndDoctorNameItUntilOneDoes() {
		LoginApplication application = application();
		application.provider()
			.logins()
			.callback((callback) -> callback.replaceFirst("code=[^&]*",
					"error=unauthorized_client&error_description=flow+off"));
		assertThat(application.browser().open("/videos").body()).contains("unauthorized_client");
		Gates.until(() -> application.warnings().size() == 2);
		assertThat(health(application).getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
		assertThat(health(application).getDetails().get("failures")).asString()
			.contains("login", "unauthorized_client");
		assertThat(application.warnings()).allSatisfy((event) -> assertThat(event).contains("flow off"));
		assertThat(authorizationRequest(application).code()).isEqualTo("unauthorized_client");
		assertThat(tokenRequest(application).verdict()).isEqualTo(CheckVerdict.PASSED);
		application.provider().reset();
		assertThat(authorizationRequest(application).verdict()).isEqualTo(CheckVerdict.PASSED);
		application.loggedIn();
		assertThat(health(application).getStatus()).isEqualTo(Status.UP);
	}

	@Test
	void whenOneIdTokenIsRefusedThenHealthStaysUp() {
		LoginApplication application = application();
		application.provider().idTokens().claims((claims) -> claims.put("nonce", "another"));
		application.browser().open("/videos");
		assertThat(health(application).getStatus()).isEqualTo(Status.UP);
	}

	@Test
	void whenProviderIsNotConfirmedThenHealthSaysThatNobodyCanLogInUntilOneDoes() {
		LoginApplication application = application();
		Browser logged = application.loggedIn();
		application.provider().fail("/openid-configuration", 503);
		application.pause();
		assertUnavailable(application.browser().open("/videos"));
		Health health = health(application);
		assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
		assertThat(health.getDetails().get("failures")).asString().contains("provider_configuration", "503");
		assertLoggedIn(logged, "ann");
		application.clock().advance(Duration.ofMinutes(10));
		assertThat(health(application).getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
		application.provider().repair();
		application.pause();
		application.loggedIn();
		assertThat(health(application).getStatus()).isEqualTo(Status.UP);
	}

	@Test
	void whenApiHostNamesNoProviderThenLoginsGoOnAndHealthStaysUp() {
		LoginApplication application = start(Application.OWN_CHAIN);
		application.provider().documents().maxAge(1);
		application.loggedIn();
		application.provider().fail("/webfinger", 503);
		application.clock().advance(Duration.ofMinutes(2));
		application.loggedIn();
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(health(application).getDetails().get("failures")).asString()
				.contains("webfinger"));
		assertThat(health(application).getStatus()).isEqualTo(Status.UP);
	}

	private static void assertProblemUnavailable(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(response.headers().firstValue("Retry-After")).isPresent();
		assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
	}

	private static Health health(LoginApplication application) {
		CompositeHealthContributor clients = (CompositeHealthContributor) application
			.bean(CompositeHealthContributor.class)
			.getContributor("clients");
		assertThat(clients).isNotNull();
		HealthIndicator client = (HealthIndicator) clients.getContributor(PlatformClients.DEFAULT);
		assertThat(client).isNotNull();
		return Objects.requireNonNull(client.health());
	}

	private static CheckFinding authorizationRequest(LoginApplication application) {
		return finding(application, CheckRule.AUTHORIZATION_REQUEST);
	}

	private static CheckFinding tokenRequest(LoginApplication application) {
		return finding(application, CheckRule.TOKEN_REQUEST);
	}

	private static CheckFinding finding(LoginApplication application, CheckRule rule) {
		return application.bean(PlatformDoctor.class).check(PlatformClients.DEFAULT).finding(rule).orElseThrow();
	}

	@Test
	void whenProviderGoesDownInMidLoginThenUnavailable() {
		LoginApplication application = application();
		Browser browser = application.browser();
		String callback = callback(browser);
		application.provider().stop();
		application.pause();
		assertUnavailable(browser.get(callback));
		application.provider().restart();
		application.pause();
		assertThat(browser.open("/videos").body()).contains("\"ann\"");
	}

	@Tag("full")
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

	@Tag("full")
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
