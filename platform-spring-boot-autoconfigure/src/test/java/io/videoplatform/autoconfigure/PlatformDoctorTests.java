package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckReport;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.internal.engine.UnknownClientException;
import io.videoplatform.internal.store.FaultyRecordStore;
import io.videoplatform.internal.store.MemoryRecordStore;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.store.TestStores;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestKeyStores;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.InetAddressFilter;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.ApplicationContext;

import static io.videoplatform.testing.TestCalls.client;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a check finds at a platform that is well, and at one that is not.
 */
class PlatformDoctorTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String SECRET = "canary-secret";

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private Clock now = this.clock;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, HttpClientAutoConfiguration.class,
				ReactiveHttpClientAutoConfiguration.class, WebClientAutoConfiguration.class,
				PlatformAutoConfiguration.class))
		.withBean("platformClock", Clock.class, () -> this.now)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false");

	@AfterEach
	void close() {
		this.platform.close();
	}

	private ApplicationContextRunner service() {
		return this.runner.withPropertyValues("platform.client-id=app", "platform.client-secret=" + SECRET,
				"platform.grant-type=client_credentials");
	}

	private ApplicationContextRunner account() {
		return this.runner.withPropertyValues("platform.username=developer", "platform.password=" + SECRET);
	}

	private ApplicationContextRunner logins() {
		return this.runner.withPropertyValues(this.platform.properties());
	}

	private static CheckReport check(ApplicationContext context) {
		return context.getBean(PlatformDoctor.class).check(PlatformClients.DEFAULT);
	}

	private static CheckReport check(ApplicationContextRunner runner) {
		List<CheckReport> reports = new ArrayList<>();
		runner.run((context) -> reports.add(check(context)));
		assertThat(reports).singleElement()
			.satisfies((report) -> assertThat(report.toString()).doesNotContain(SECRET, "access-1", "refresh-1"));
		return reports.get(0);
	}

	private static CheckFinding finding(CheckReport report, CheckRule rule) {
		return report.finding(rule).orElseThrow();
	}

	/**
	 * Assert that exactly one rule has failed, and by which code, whose cure it names.
	 */
	private static CheckFinding assertFailed(CheckReport report, CheckRule rule, String code) {
		assertThat(report.verdict()).isEqualTo(CheckVerdict.FAILED);
		assertThat(report.findings()).filteredOn((finding) -> finding.verdict() == CheckVerdict.FAILED)
			.singleElement()
			.satisfies((finding) -> assertThat(finding.rule()).isEqualTo(rule));
		CheckFinding finding = finding(report, rule);
		assertThat(finding.code()).isEqualTo(code);
		assertThat(finding.cause()).isNotBlank();
		assertThat(finding.cure()).isNotBlank();
		return finding;
	}

	private static void call(ApplicationContext context) {
		context.getBean(PlatformClients.class)
			.get(PlatformClients.DEFAULT)
			.webClient()
			.get()
			.uri("videos")
			.exchangeToMono((response) -> response.releaseBody())
			.onErrorComplete()
			.block(PATIENCE);
	}

	@Test
	void checkWhenAllIsWellThenPassesAndDisturbsNothing() {
		account().run((context) -> {
			CheckReport report = check(context);
			assertThat(report.verdict()).as(report.toString()).isEqualTo(CheckVerdict.PASSED);
			assertThat(report.findings()).extracting(CheckFinding::rule).containsExactly(CheckRule.values());
			assertThat(finding(report, CheckRule.TOKEN_REQUEST).found()).contains("valid for 300 s");
			assertThat(this.platform.tokenRequests()).hasSize(1);
			assertThat(this.platform.revocations()).hasSize(1);
			assertThat(client(context).snapshot()).satisfies((snapshot) -> {
				assertThat(snapshot.discovery().provider()).isNull();
				assertThat(snapshot.discovery().issuer()).isNull();
				assertThat(snapshot.discovery().documents())
					.allSatisfy((document) -> assertThat(document.requests()).isZero());
				assertThat(snapshot.token()).isNotNull();
				assertThat(snapshot.token().requests()).isZero();
			});
		});
	}

	@Test
	void checkWhenEngineIsInUseThenItsTokenStays() {
		account().run((context) -> {
			call(context);
			assertThat(check(context).verdict()).isEqualTo(CheckVerdict.PASSED);
			call(context);
			assertThat(this.platform.tokenRequests()).hasSize(2);
			assertThat(this.platform.calls()).hasSize(2);
			assertThat(this.platform.revocations()).extracting((form) -> form.get("token")).doesNotContain("refresh-1");
		});
	}

	@Test
	void checkWhenAddressIsFilteredThenNoConnection() {
		CheckReport report = check(service().withBean(InetAddressFilter.class, InetAddressFilter::none));
		assertThat(assertFailed(report, CheckRule.CONNECTION, "address_refused").cure())
			.contains("'platform.discovery.address-filter'", "'platform.roots.nearest-address'", "InetAddressFilter");
		assertThat(this.platform.server().requests()).isEmpty();
	}

	static Stream<Arguments> faults() {
		return Stream.of(fault(CheckRule.CONNECTION, "connect", "", "", TestPlatform::stop),
				fault(CheckRule.WEBFINGER, "connect", "", "redirected to https://nosuch.invalid/x",
						(platform) -> platform.server()
							.on("webfinger", TestResponse.redirect("https://nosuch.invalid/x"))),
				fault(CheckRule.WEBFINGER, "unknown_resource", "platform.root-url", "404",
						(platform) -> platform.fail("webfinger", 404)),
				fault(CheckRule.WEBFINGER, "unknown_resource", "", "",
						(platform) -> platform.server()
							.on("webfinger", TestResponse.of(200, "<html>", "Content-Type: text/html"))),
				fault(CheckRule.WEBFINGER, "issuer_mismatch", "", "",
						(platform) -> platform.server().on("webfinger", TestResponse.json("{\"links\":[]}"))),
				fault(CheckRule.WEBFINGER, "timeout", "", "",
						(platform) -> platform.server().hold("webfinger", Mono.never())),
				fault(CheckRule.PROVIDER_CONFIGURATION, "issuer_mismatch", "realm", "", (platform) -> {
					platform.documents().named(platform.issuer() + "-x");
					platform.server().on("platform-x/.well-known/openid-configuration", TestResponse.status(404));
				}),
				fault(CheckRule.TOKEN_REQUEST, "5xx", "", "500",
						(platform) -> platform.tokenEndpoint().always((form) -> TestResponse.status(500))),
				refusal(401, "invalid_client", "platform.client-id"),
				refusal(401, "unauthorized_client", "platform.client-secret"),
				refusal(400, "unauthorized_client", "platform.grant-type"),
				refusal(400, "invalid_request", "platform.scope"));
	}

	private static Arguments fault(CheckRule rule, String code, String cure, String found,
			Consumer<TestPlatform> fault) {
		return Arguments.of(rule, code, cure, found, fault);
	}

	private static Arguments refusal(int status, String code, String cure) {
		return fault(CheckRule.TOKEN_REQUEST, code, cure, "The status is " + status,
				(platform) -> platform.tokenEndpoint().always((form) -> TestResponse.error(status, code)));
	}

	@ParameterizedTest
	@MethodSource("faults")
	void checkWhenSomethingIsWrongThenOneRuleFailsAndNamesTheCure(CheckRule rule, String code, String cure,
			String found, Consumer<TestPlatform> fault) {
		fault.accept(this.platform);
		ApplicationContextRunner service = code.equals("timeout")
				? service().withPropertyValues("spring.http.clients.read-timeout=300ms") : service();
		CheckFinding finding = assertFailed(check(service), rule, code);
		assertThat(finding.cure()).contains(cure);
		assertThat(finding.found()).contains(found).doesNotContain("next attempt");
	}

	static Stream<Arguments> warnings() {
		String link = "{\"subject\":\"https://other.example/v1/\",\"links\":[{\"rel\":\"http://openid.net/specs/connect/1.0/issuer\",\"href\":\"%s\"}]}";
		return Stream.of(
				warning(CheckRule.TOKEN_REQUEST, "valid for 5 s only", (platform) -> platform.issued().expiresIn(5)),
				warning(CheckRule.WEBFINGER, "https://other.example/v1/",
						(platform) -> platform.server()
							.on("webfinger",
									TestResponse.json(link.formatted(platform.issuer()), "Cache-Control: max-age=60"))),
				warning(CheckRule.CACHING, "no-store",
						(platform) -> platform.documents().caching("no-store", "max-age=60")),
				warning(CheckRule.CLIENT_SUPPORT, "'authorization_code'",
						(platform) -> platform.documents()
							.metadata("grant_types_supported", List.of("authorization_code"))),
				warning(CheckRule.PROVIDER_KEYS, "500", (platform) -> platform.fail("/keys", 500)));
	}

	private static Arguments warning(CheckRule rule, String found, Consumer<TestPlatform> change) {
		return Arguments.of(rule, found, change);
	}

	@ParameterizedTest
	@MethodSource("warnings")
	void checkWhenSomethingShouldBeChangedThenOneRuleWarns(CheckRule rule, String found,
			Consumer<TestPlatform> change) {
		change.accept(this.platform);
		CheckReport report = check(service());
		assertThat(report.verdict()).isEqualTo(CheckVerdict.WARNING);
		assertThat(report.findings()).filteredOn((finding) -> finding.verdict() == CheckVerdict.WARNING)
			.singleElement()
			.satisfies((finding) -> {
				assertThat(finding.rule()).isEqualTo(rule);
				assertThat(finding.found()).contains(found);
				assertThat(finding.cure()).isNotBlank();
			});
	}

	@Test
	void checkWhenPasswordIsWrongThenSentNoMoreOftenThanByCalls() {
		this.platform.tokenEndpoint()
			.always((form) -> TestResponse.json(400,
					Map.of("error", "invalid_grant", "error_description", "Account disabled")));
		account().run((context) -> {
			assertThat(assertFailed(check(context), CheckRule.TOKEN_REQUEST, "invalid_grant").cure())
				.contains("platform.password");
			assertThat(assertFailed(check(context), CheckRule.TOKEN_REQUEST, "invalid_grant").found())
				.contains("is not sent yet, so that the account is not locked", "invalid_grant (Account disabled)");
			for (int seconds = 0; seconds < 240; seconds += 10) {
				assertThat(this.platform.tokenRequests()).hasSizeBetween(1, 3);
				this.clock.advance(Duration.ofSeconds(10));
				check(context);
			}
			assertThat(this.platform.tokenRequests()).hasSize(3);
			this.clock.advance(Duration.ofMinutes(5));
			check(context);
			assertThat(this.platform.tokenRequests()).hasSize(4);
		});
	}

	@Test
	void checkWhenProviderEchoesSecretThenNotInTheReport() {
		this.platform.tokenEndpoint()
			.always((form) -> TestResponse.json(400, Map.of("error", "invalid_request", "error_description",
					SECRET + " \u001b[31m" + "x".repeat(2000))));
		assertThat(assertFailed(check(service()), CheckRule.TOKEN_REQUEST, "invalid_request").found())
			.doesNotContain("\u001b")
			.hasSizeLessThan(1000);
		this.platform.documents().metadata("grant_types_supported", List.of(SECRET));
		this.platform.repair();
		check(service());
	}

	@ParameterizedTest
	@CsvSource({ "600, FAILED", "-600, FAILED", "45, WARNING", "5, PASSED" })
	void checkWhenClockDiffersThenNamesTheDifference(long ahead, CheckVerdict verdict) {
		String date = DateTimeFormatter.RFC_1123_DATE_TIME
			.format(ZonedDateTime.ofInstant(this.clock.instant(), ZoneOffset.UTC).minusSeconds(ahead));
		this.platform.server().every((response) -> response.with("Date: " + date));
		CheckFinding finding = finding(check(service()), CheckRule.CLOCK);
		assertThat(finding.verdict()).isEqualTo(verdict);
		if (verdict != CheckVerdict.PASSED) {
			assertThat(finding.code()).isEqualTo("clock_skew");
			assertThat(finding.found()).contains((ahead > 0) ? "behind" : "ahead of");
			assertThat(finding.cure()).contains("NTP");
		}
	}

	@Test
	void checkWhenIssuerIsInQuarantineThenRefused() {
		service().run((context) -> {
			call(context);
			this.platform.documents().named("https://evil.example/realms/x");
			assertThat(assertFailed(check(context), CheckRule.ISSUER_TRUST, "issuer_refused").found())
				.contains("https://evil.example/realms/x");
			assertThat(context.getBean(PlatformClients.class)
				.get(PlatformClients.DEFAULT)
				.snapshot()
				.discovery()
				.quarantinedIssuer()).isNull();
		});
	}

	@Test
	void checkWhenUsersLogInThenAsksByACodeOfNoLogin() {
		logins().run((context) -> {
			CheckFinding finding = finding(check(context), CheckRule.TOKEN_REQUEST);
			assertThat(finding.verdict()).as(finding.found()).isEqualTo(CheckVerdict.PASSED);
			assertThat(finding.found()).contains(TestPlatform.CLIENT_ID);
			assertThat(this.platform.tokenRequests()).singleElement()
				.satisfies((form) -> assertThat(form).containsEntry("grant_type", "authorization_code")
					.containsKeys("Authorization", "code_verifier")
					.doesNotContainKey("redirect_uri"));
			assertThat(client(context).snapshot().events())
				.filteredOn((event) -> event.step() == PlatformStep.TOKEN_REQUEST)
				.isEmpty();
		});
	}

	@Test
	void checkWhenRedirectUriIsConfiguredThenAsksWhetherUsersCanLogIn() {
		String redirectUri = "https://app.example.com/login/oauth2/code/platform";
		ApplicationContextRunner logins = logins().withPropertyValues("platform.redirect-uri=" + redirectUri);
		assertThat(finding(check(logins), CheckRule.AUTHORIZATION_REQUEST)).satisfies((finding) -> {
			assertThat(finding.verdict()).as(finding.found()).isEqualTo(CheckVerdict.PASSED);
			assertThat(finding.found()).contains(redirectUri);
		});
		this.platform.server()
			.on("/auth", TestResponse.redirect(redirectUri + "?error=unauthorized_client&error_description=flow+off"));
		assertThat(assertFailed(check(logins), CheckRule.AUTHORIZATION_REQUEST, "unauthorized_client"))
			.satisfies((finding) -> assertThat(finding.found()).contains("flow off").doesNotContain(finding.cure()));
		this.platform.fail("/auth", 400);
		assertThat(assertFailed(check(logins), CheckRule.AUTHORIZATION_REQUEST, "redirect_uri").found())
			.contains(redirectUri, TestPlatform.CLIENT_ID);
		this.platform.fail("/auth", 503);
		assertThat(finding(check(logins), CheckRule.AUTHORIZATION_REQUEST)).satisfies((finding) -> {
			assertThat(finding.verdict()).isEqualTo(CheckVerdict.WARNING);
			assertThat(finding.code()).isEqualTo("5xx");
		});
		this.platform.server().on("/auth", TestResponse.of(200, "<html>", "Content-Type: text/html"));
		assertThat(finding(check(logins), CheckRule.AUTHORIZATION_REQUEST).verdict()).isEqualTo(CheckVerdict.SKIPPED);
	}

	@Test
	void checkWhenRedirectUriIsNotKnownThenNamesTheProperty() {
		CheckFinding finding = finding(check(logins()), CheckRule.AUTHORIZATION_REQUEST);
		assertThat(finding.verdict()).isEqualTo(CheckVerdict.SKIPPED);
		assertThat(finding.found()).contains("'platform.redirect-uri'");
		assertThat(finding(check(service()), CheckRule.AUTHORIZATION_REQUEST).found()).contains("No users log in");
		assertThat(this.platform.requests("/auth")).isEmpty();
	}

	@Test
	void checkWhenUsersLogInAndTheProviderWantsMoreThenWarning() {
		this.platform.tokenEndpoint().always((form) -> TestResponse.error(400, "invalid_request"));
		assertThat(finding(check(logins()), CheckRule.TOKEN_REQUEST).verdict()).isEqualTo(CheckVerdict.WARNING);
	}

	@Test
	void checkWhenUsersLogInThenKeysAreNeeded() {
		this.platform.fail("/keys", 500);
		assertThat(finding(check(logins()), CheckRule.PROVIDER_KEYS).verdict()).isEqualTo(CheckVerdict.FAILED);
	}

	@Test
	void checkWhenStoreIsDownThenStore() {
		FaultyRecordStore store = new FaultyRecordStore(new MemoryRecordStore(this.clock));
		service().withBean(PlatformStore.class, () -> TestStores.bean(store)).run((context) -> {
			assertThat(finding(check(context), CheckRule.STORE).verdict()).isEqualTo(CheckVerdict.PASSED);
			store.down(true);
			assertFailed(check(context), CheckRule.STORE, "store");
		});
	}

	@ParameterizedTest
	@CsvSource({ "-startdate -400d -validity 30 -ext san=ip:127.0.0.1, certificate_expired, Renew",
			"-ext san=dns:other.example, certificate_host, custom domain" })
	void checkWhenCertificateIsRefusedThenNamesTheReason(String options, String code, String cure, @TempDir Path folder)
			throws Exception {
		withCertificate(folder, options.split(" "), (report) -> {
			assertThat(finding(report, CheckRule.CONNECTION).verdict()).isEqualTo(CheckVerdict.PASSED);
			assertThat(finding(report, CheckRule.WEBFINGER).code()).isEqualTo(code);
			CheckFinding finding = finding(report, CheckRule.API_CERTIFICATE);
			assertThat(finding.verdict()).isEqualTo(CheckVerdict.FAILED);
			assertThat(finding.code()).isEqualTo(code);
			assertThat(finding.cure()).contains(cure);
			assertThat(finding.found()).contains("The certificate is for ", "valid from", "It is refused: ");
		});
	}

	@Test
	void checkWhenCertificateExpiresSoonThenWarning(@TempDir Path folder) throws Exception {
		withCertificate(folder, new String[] { "-validity", "5", "-ext", "san=ip:127.0.0.1" }, (report) -> {
			assertThat(report.verdict()).as(report.toString()).isEqualTo(CheckVerdict.WARNING);
			assertThat(finding(report, CheckRule.API_CERTIFICATE).found()).contains("127.0.0.1", "in 4 days");
		});
	}

	/**
	 * Check a platform whose certificate is issued by an authority that the client
	 * trusts.
	 */
	private void withCertificate(Path folder, String[] options, Consumer<CheckReport> test)
			throws IOException, InterruptedException, GeneralSecurityException {
		Path authority = TestKeyStores.create(folder, "authority", "EC", "-ext", "bc:c");
		Path server = TestKeyStores.create(folder, "platform", "EC");
		TestKeyStores.issue(folder, authority, server, options);
		this.now = Clock.systemUTC();
		try (TestPlatform secured = new TestPlatform(this.now, server)) {
			test.accept(check(service().withPropertyValues("platform.root-url=" + secured.rootUrl(),
					"platform.ssl.bundle=test", "spring.ssl.bundle.jks.test.truststore.location=" + authority.toUri(),
					"spring.ssl.bundle.jks.test.truststore.password=" + TestKeyStores.PASSWORD)));
		}
	}

	@Test
	void checkWhenClientIsUnknownThenNamesThoseThatThereAre() {
		service().run((context) -> assertThatIllegalArgumentException()
			.isThrownBy(() -> context.getBean(PlatformDoctor.class).check("none"))
			.isInstanceOf(UnknownClientException.class)
			.withMessageContaining("'platform'")
			.withMessageEndingWith(PlatformError.UNKNOWN_CLIENT.getCure()));
	}

}
