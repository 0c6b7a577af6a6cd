package io.videoplatform.autoconfigure;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.internal.event.EngineListener;
import io.videoplatform.testing.TestKeyStores;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What exceptions, events and the doctor advise to change: the property that sets the
 * value of the client, or what the platform's operator has to correct.
 */
class ClientCureTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String PARTNER = "platform.clients.partner.";

	private static final String[] USER = { "platform.username=me", "platform.password=canary-secret" };

	private final TestPlatform platform = new TestPlatform();

	private final List<PlatformEvent> events = new CopyOnWriteArrayList<>();

	private final ApplicationContextRunner runner = ClientApplication.runner()
		.withBean(EngineListener.class, () -> this.events::add)
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
			NamedCauseTests.failure(context, "partner");
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
	void cureWhenIssuerOfTheClientIsRefusedThenNamesIt() {
		assertCure(PARTNER + "issuer", PARTNER + "issuer=https://login.example.com/realms/x");
	}

	@Test
	void cureWhenIssuerOrRootUrlIsInheritedThenNamesThatOfTheDefaultClient() {
		assertCure("platform.issuer", "platform.issuer=https://login.example.com/realms/x");
		this.platform.fail("/webfinger", 404);
		this.events.clear();
		assertCure("platform.root-url");
	}

	@Test
	void cureWhenCertificateIsUntrustedThenNamesTheBundleOfTheClient(@TempDir Path folder) throws Exception {
		Path store = TestKeyStores.create(folder, "platform", "EC");
		try (TestPlatform secured = new TestPlatform(Clock.systemUTC(), store)) {
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

	static Stream<Consumer<TestPlatform>> cureWhenWhatIsDiscoveredIsWrongThenTheOperatorCorrectsIt() {
		return Stream.of(
				(platform) -> platform.server()
					.on("/webfinger", TestResponse.redirect("https://nosuch.invalid/.well-known/webfinger")),
				(platform) -> platform.documents().named("https://login.nosuch.invalid/realms/x"),
				(platform) -> platform.documents().named("http://127.0.0.1:1/realms/x"),
				(platform) -> platform.documents().metadata("token_endpoint", "https://login.nosuch.invalid/token"),
				(platform) -> platform.server()
					.on("/openid-configuration", new TestResponse(200, Map.of("Content-Type", "text/html"), "<html>")));
	}

	@ParameterizedTest
	@MethodSource
	void cureWhenWhatIsDiscoveredIsWrongThenTheOperatorCorrectsIt(Consumer<TestPlatform> mistake) {
		mistake.accept(this.platform);
		assertCure((cure) -> assertThat(cure).contains("have the platform's operator correct"));
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-",
			textBlock = """
					partner, platform.trusted-origins=https://cdn.example.com, platform.trusted-origins
					partner, platform.clients.partner.trusted-origins=https://cdn.example.com, platform.clients.partner.trusted-origins
					partner, platform.clients.partner.root-url=http://127.0.0.1:2, platform.clients.partner.trusted-origins
					partner, -, platform.clients.partner.trusted-origins
					platform, -, platform.trusted-origins
					""")
	void cureWhenOriginIsForeignThenNamesThePropertyThatTrustsIt(String name, @Nullable String property,
			String expected) {
		this.runner.withPropertyValues(PARTNER + "root-url=" + this.platform.rootUrl())
			.withPropertyValues(USER)
			.withPropertyValues((property != null) ? new String[] { property } : new String[0])
			.run((context) -> assertThat(foreignOrigin(context.getBean(PlatformClients.class).get(name)))
				.endsWith(" it is not the platform's origin. If the origin should get the token, list it in '%s'."
					.formatted(expected)));
	}

	@Test
	void cureWhenOriginIsForeignToARunTimePlatformThenNamesWhatDescribesAPlatform() {
		this.runner.withPropertyValues(USER)
			.withPropertyValues("platform.trusted-origins=https://cdn.example.com",
					"platform.roots.nearest-address=loopback")
			.run((context) -> {
				PlatformClients clients = context.getBean(PlatformClients.class);
				assertThat(foreignOrigin(clients.forRoot("http://127.0.0.1:2")))
					.contains("'platform.clients.<name>.trusted-origins'")
					.doesNotContain("'platform.trusted-origins'");
			});
	}

	@Test
	void cureWhenUrlHasUserInformationThenIsNotToTrustTheOrigin() {
		this.runner.withPropertyValues(USER).run((context) -> {
			String url = this.platform.rootUrl().replace("://", "://me:canary-secret@");
			assertThat(foreignOrigin(context.getBean(PlatformClients.class).get("platform"), url))
				.contains("user information", "without it")
				.doesNotContain("trusted-origins", "canary-secret");
		});
	}

	private String foreignOrigin(PlatformClient client) {
		return foreignOrigin(client, "http://127.0.0.1:1");
	}

	/**
	 * Return what is reported of a call to another origin.
	 */
	private String foreignOrigin(PlatformClient client, String url) {
		client.webClient().get().uri(URI.create(url)).retrieve().toBodilessEntity().onErrorComplete().block(PATIENCE);
		return this.events.stream()
			.filter((event) -> event.error() == PlatformError.UNTRUSTED_ORIGIN)
			.map(PlatformEvent::message)
			.collect(Collectors.joining("\n"));
	}

}
