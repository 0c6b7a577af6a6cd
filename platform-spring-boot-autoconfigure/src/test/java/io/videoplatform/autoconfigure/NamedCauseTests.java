package io.videoplatform.autoconfigure;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.ClientReport.Failure;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.observation.PlatformMeterDocumentation;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.WebClientObservationAutoConfiguration;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Whatever fails: the exception, the log line, health and metrics name the same cause.
 */
@ExtendWith(OutputCaptureExtension.class)
class NamedCauseTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final String DISCOVERY = "platform.discovery";

	private static final String REQUEST = "platform.token.request";

	private final TestPlatform platform = new TestPlatform();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				WebClientAutoConfiguration.class, ObservationAutoConfiguration.class,
				WebClientObservationAutoConfiguration.class, MetricsAutoConfiguration.class,
				CompositeMeterRegistryAutoConfiguration.class, PlatformAutoConfiguration.class,
				PlatformMetricsAutoConfiguration.class, PlatformHealthAutoConfiguration.class))
		.withBean(SimpleMeterRegistry.class)
		.withPropertyValues("platform.discovery.warm-up=false", "platform.client-id=app",
				"platform.client-secret=canary-secret", "platform.grant-type=client_credentials",
				"spring.http.clients.read-timeout=2s");

	@AfterEach
	void close() {
		this.platform.close();
	}

	static Stream<Arguments> callWhenItFailsThenOneNameEverywhere() {
		return Stream.of(discovery("down", PlatformError.CONNECT, TestPlatform::stop),
				discovery("slow", PlatformError.TIMEOUT,
						(platform) -> platform.server().hold("/webfinger", Mono.never())),
				discovery("not the API", PlatformError.UNKNOWN_RESOURCE,
						(platform) -> platform.fail("/webfinger", 404)),
				discovery("a page", PlatformError.HTML,
						(platform) -> platform.server()
							.on("/webfinger", new TestResponse(200, Map.of("Content-Type", "text/html"), "<html>"))),
				discovery("wrong realm", PlatformError.UNKNOWN_ISSUER,
						(platform) -> platform.fail("/openid-configuration", 404)),
				discovery("wrong JRD", PlatformError.ISSUER_LINK,
						(platform) -> platform.server().on("/webfinger", TestResponse.json("{\"links\":[]}"))),
				discovery("wrong link", PlatformError.ISSUER_LINK,
						(platform) -> platform.documents().named("ftp://login.example.com/realms/x")),
				discovery("wrong issuer", PlatformError.ISSUER_MISMATCH,
						(platform) -> platform.documents()
							.metadata((metadata) -> metadata.put("issuer", "https://other.example"))),
				discovery("provider fails", PlatformError.STATUS_5XX,
						(platform) -> platform.fail("/openid-configuration", 502)),
				token("half broken", PlatformError.STATUS_5XX,
						(platform) -> platform.tokenEndpoint().always((form) -> TestResponse.status(503))),
				token("slow tokens", PlatformError.TIMEOUT,
						(platform) -> platform.server().hold("/token", Mono.never())),
				token("a page for a token", PlatformError.HTML,
						(platform) -> platform.tokenEndpoint()
							.always((form) -> new TestResponse(200, Map.of("Content-Type", "text/html"), "<html>"))),
				refusal("wrong client or secret", PlatformError.INVALID_CLIENT, 401),
				refusal("disabled grant", PlatformError.UNAUTHORIZED_CLIENT, 400),
				refusal("unknown grant", PlatformError.UNSUPPORTED_GRANT_TYPE, 400),
				refusal("wrong scope", PlatformError.INVALID_SCOPE, 400));
	}

	private static Arguments discovery(String name, PlatformError error, Consumer<TestPlatform> failure) {
		return Arguments.of(name, error, DISCOVERY, failure);
	}

	private static Arguments token(String name, PlatformError error, Consumer<TestPlatform> failure) {
		return Arguments.of(name, error, REQUEST, failure);
	}

	private static Arguments refusal(String name, PlatformError error, int status) {
		return token(name, error,
				(platform) -> platform.tokenEndpoint().always((form) -> TestResponse.error(status, error.getCode())));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource
	void callWhenItFailsThenOneNameEverywhere(String name, PlatformError error, String observation,
			Consumer<TestPlatform> failure, CapturedOutput output) {
		failure.accept(this.platform);
		run(this.platform, error, observation, output);
	}

	@Test
	void callWhenIssuerIsNotTrustedThenOneNameEverywhere(CapturedOutput output) {
		run(this.platform, PlatformError.ISSUER_REFUSED, DISCOVERY, output,
				"platform.issuer=https://login.example.com/realms/x");
	}

	@Test
	void callWhenCertificateIsOfAnUnknownAuthorityThenOneNameEverywhere(CapturedOutput output, @TempDir Path folder)
			throws Exception {
		Path store = TestKeyStores.create(folder, "platform", "EC");
		try (TestPlatform secured = new TestPlatform(Clock.systemUTC(), TestKeyStores.keyManagers(store))) {
			run(secured, PlatformError.CERTIFICATE_UNTRUSTED, DISCOVERY, output);
		}
	}

	@Test
	void callWhenCertificateHasExpiredThenOneNameEverywhere(CapturedOutput output, @TempDir Path folder)
			throws Exception {
		Path authority = TestKeyStores.create(folder, "authority", "EC", "-ext", "bc:c");
		Path store = TestKeyStores.create(folder, "platform", "EC");
		TestKeyStores.issue(folder, authority, store, "-ext", "san=ip:127.0.0.1", "-startdate", "-10d", "-validity",
				"5");
		try (TestPlatform secured = new TestPlatform(Clock.systemUTC(), TestKeyStores.keyManagers(store))) {
			run(secured, PlatformError.CERTIFICATE_EXPIRED, DISCOVERY, output, "platform.ssl.bundle=own",
					"spring.ssl.bundle.jks.own.truststore.location=" + authority.toUri(),
					"spring.ssl.bundle.jks.own.truststore.password=" + TestKeyStores.PASSWORD);
		}
	}

	private void run(TestPlatform target, PlatformError error, String observation, CapturedOutput output,
			String... properties) {
		this.runner.withBean("platformClock", Clock.class, MovableClock::new)
			.withPropertyValues("platform.root-url=" + target.rootUrl())
			.withPropertyValues(properties)
			.run((context) -> {
				PlatformAuthorizationException failure = failure(context);
				assertThat(failure.getError()).isEqualTo(error);
				assertThat(failure.getMessage()).endsWith(". " + error.getCure());
				assertThat(output.toString()
					.lines()
					.filter((line) -> line.matches(".* (WARN|ERROR) .*io.videoplatform .*"))).as("log lines")
					.isNotEmpty()
					.allMatch((line) -> line.endsWith(". %s [%s]".formatted(error.getCure(), error.getCode())));
				assertThat(causes(context)).as("health").contains(error);
				assertThat(types(context, observation)).as("metric").contains(error);
				assertThat(types(context, PlatformMeterDocumentation.PROBLEMS.getName())).as("problems")
					.contains(error);
				assertThat(output).doesNotContain("canary-secret");
			});
	}

	private static PlatformAuthorizationException failure(ApplicationContext context) {
		return failure(context, PlatformClients.DEFAULT);
	}

	/**
	 * Return the failure of a call of the client with this name.
	 */
	static PlatformAuthorizationException failure(ApplicationContext context, String client) {
		return Objects.requireNonNull(catchThrowableOfType(PlatformAuthorizationException.class,
				() -> context.getBean(PlatformClients.class)
					.get(client)
					.webClient()
					.get()
					.uri("videos")
					.retrieve()
					.toBodilessEntity()
					.block(PATIENCE)));
	}

	@SuppressWarnings("unchecked")
	private static List<PlatformError> causes(ApplicationContext context) {
		CompositeHealthContributor clients = (CompositeHealthContributor) Objects
			.requireNonNull(context.getBean("platformHealthContributor", CompositeHealthContributor.class)
				.getContributor("clients"));
		HealthIndicator client = (HealthIndicator) Objects
			.requireNonNull(clients.getContributor(PlatformClients.DEFAULT));
		List<Failure> failures = (List<Failure>) Objects.requireNonNull(client.health()).getDetails().get("failures");
		return failures.stream().map(Failure::cause).map(PlatformError::of).toList();
	}

	private static List<PlatformError> types(ApplicationContext context, String observation) {
		return context.getBean(MeterRegistry.class)
			.find(observation)
			.meters()
			.stream()
			.map(Meter::getId)
			.map((id) -> id.getTag("error.type"))
			.filter((type) -> type != null && !type.equals("none"))
			.map(PlatformError::of)
			.toList();
	}

}
