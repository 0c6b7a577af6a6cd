package io.videoplatform.autoconfigure;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.videoplatform.PlatformEvent;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What exceptions, events and the doctor advise to change: the property that sets the
 * value of the client, or what the platform's operator has to correct.
 */
class ClientCureTests {

	private static final String PARTNER = "platform.clients.partner.";

	private final TestPlatform platform = new TestPlatform();

	private final List<PlatformEvent> events = new CopyOnWriteArrayList<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				WebClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withBean(PlatformEvent.Listener.class, () -> this.events::add)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false",
				PARTNER + "client-id=app", PARTNER + "client-secret=secret", PARTNER + "grant-type=client_credentials");

	@AfterEach
	void close() {
		this.platform.close();
	}

	/**
	 * Assert that a call, its event and the doctor advise the same of the client.
	 */
	private void assertCure(Consumer<String> cure, String... properties) {
		this.runner.withPropertyValues(properties).run((context) -> {
			assertThat(context).hasNotFailed();
			cure.accept(Objects.requireNonNull(NamedCauseTests.failure(context, "partner").getMessage()));
			assertThat(this.events).filteredOn((event) -> event.level().compareTo(PlatformEvent.Level.WARN) >= 0)
				.isNotEmpty()
				.allSatisfy((event) -> cure.accept(event.message()));
			CheckFinding failed = context.getBean(PlatformDoctor.class)
				.check("partner")
				.findings()
				.stream()
				.filter((finding) -> finding.verdict() == CheckVerdict.FAILED)
				.findFirst()
				.orElseThrow();
			cure.accept(failed.cure());
			assertThat(failed.found()).doesNotContain(failed.cure());
		});
	}

	private void assertCure(String property, String... properties) {
		assertCure((cure) -> assertThat(cure).contains("'" + property + "'")
			.doesNotContain("'" + (property.startsWith(PARTNER) ? property.replace(PARTNER, "platform.")
					: property.replace("platform.", PARTNER)) + "'"),
				properties);
	}

	@ParameterizedTest
	@CsvSource({ "https://partner.nosuch.invalid", "http://127.0.0.1:1" })
	void cureWhenRootUrlOfTheClientIsWrongThenNamesIt(String rootUrl) {
		assertCure(PARTNER + "root-url", PARTNER + "root-url=" + rootUrl);
	}

	@Test
	void cureWhenHostOfTheClientIsNotTheApiThenNamesItsRootUrl() {
		try (TestPlatform partner = new TestPlatform()) {
			partner.fail("/webfinger", 404);
			assertCure(PARTNER + "root-url", PARTNER + "root-url=" + partner.rootUrl());
		}
	}

	@Test
	void cureWhenClientInheritsTheRootUrlThenNamesThatOfTheDefaultClient() {
		this.platform.fail("/webfinger", 404);
		assertCure("platform.root-url");
	}

	@Test
	void cureWhenIssuerOfTheClientIsRefusedThenNamesIt() {
		assertCure(PARTNER + "issuer", PARTNER + "issuer=https://login.example.com/realms/x");
	}

	@Test
	void cureWhenInheritedIssuerIsRefusedThenNamesThatOfTheDefaultClient() {
		assertCure("platform.issuer", "platform.issuer=https://login.example.com/realms/x");
	}

	@Test
	void cureWhenCertificateIsUntrustedThenNamesTheBundleOfTheClient(@TempDir Path folder) throws Exception {
		Path store = TestKeyStores.create(folder, "platform", "EC");
		try (TestPlatform secured = new TestPlatform(Clock.systemUTC(), TestKeyStores.keyManagers(store))) {
			assertCure(PARTNER + "ssl.bundle", PARTNER + "root-url=" + secured.rootUrl());
		}
	}

	@Test
	void cureWhenTokenEndpointShowsAPageThenNamesTheRootUrlOfTheClient() {
		try (TestPlatform partner = new TestPlatform()) {
			partner.tokenEndpoint()
				.always((form) -> new TestResponse(200, Map.of("Content-Type", "text/html"), "<html>"));
			assertCure(PARTNER + "root-url", PARTNER + "root-url=" + partner.rootUrl());
		}
	}

	@ParameterizedTest
	@CsvSource({ "unauthorized_client, grant-type, platform.client-id, platform.client-secret",
			"unsupported_grant_type, grant-type,,", "invalid_scope, scope, platform.client-id,",
			"invalid_request, token-request.parameters,," })
	void cureWhenClientHasOnlyAGrantOfItsOwnThenNamesItBesideWhatIsInherited(String error, String own,
			@Nullable String id, @Nullable String secret) {
		this.platform.tokenEndpoint().always((form) -> TestResponse.error(400, error));
		List<String> named = Stream.of(PARTNER + own, id, secret)
			.filter(Objects::nonNull)
			.map((property) -> "'" + property + "'")
			.toList();
		assertCure((cure) -> assertThat(cure).contains(named).doesNotContain("'platform." + own + "'"),
				"platform.client-id=web", "platform.client-secret=canary-secret",
				"platform.grant-type=client_credentials", PARTNER + "client-id=", PARTNER + "client-secret=");
	}

	@Test
	void cureWhenWebFingerIsRedirectedToAnUnknownHostThenTheOperatorCorrectsIt() {
		this.platform.server()
			.on("/webfinger",
					new TestResponse(302, Map.of("Location", "https://nosuch.invalid/.well-known/webfinger"), ""));
		assertOperator();
	}

	@Test
	void cureWhenTheWebFingerResponseNamesAnotherHostThenItsOperatorCorrectsIt() {
		this.platform.documents().named("https://login.nosuch.invalid/realms/x");
		assertOperator();
	}

	@Test
	void cureWhenTheWebFingerResponseNamesAClosedPortThenItsOperatorCorrectsIt() {
		this.platform.documents().named("http://127.0.0.1:1/realms/x");
		assertOperator();
	}

	@Test
	void cureWhenTheTokenEndpointIsElsewhereThenTheOperatorCorrectsIt() {
		this.platform.documents().metadata("token_endpoint", "https://login.nosuch.invalid/token");
		assertOperator();
	}

	@Test
	void cureWhenTheProviderShowsAPageThenTheOperatorCorrectsIt() {
		this.platform.server()
			.on("/openid-configuration", new TestResponse(200, Map.of("Content-Type", "text/html"), "<html>"));
		assertOperator();
	}

	private void assertOperator() {
		assertCure((cure) -> assertThat(cure).contains("if the message names another URL, have the platform's operator",
				"correct it in the redirect, the WebFinger response or the provider's configuration"));
	}

}
