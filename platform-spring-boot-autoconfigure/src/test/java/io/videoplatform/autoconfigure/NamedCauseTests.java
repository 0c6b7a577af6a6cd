package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.actuate.PlatformHealthAutoConfiguration;
import io.videoplatform.autoconfigure.actuate.PlatformMetricsAutoConfiguration;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.engine.ClientStatus;
import io.videoplatform.internal.engine.ClientStatus.Failure;
import io.videoplatform.observation.PlatformMeterDocumentation;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestCalls;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
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
 * Whatever fails, at whatever kind of client: the exception, the log line, health and
 * metrics name the same cause, and the exception, the log line and the doctor the same
 * cure, by the properties that describe the client.
 */
@ParameterizedClass
@EnumSource(NamedCauseTests.Kind.class)
@ExtendWith(OutputCaptureExtension.class)
class NamedCauseTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String DISCOVERY = "platform.discovery";

	private static final String REQUEST = "platform.token.request";

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, HttpClientAutoConfiguration.class,
				ReactiveHttpClientAutoConfiguration.class, WebClientAutoConfiguration.class,
				ObservationAutoConfiguration.class, WebClientObservationAutoConfiguration.class,
				MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class,
				PlatformAutoConfiguration.class, PlatformMetricsAutoConfiguration.class,
				PlatformHealthAutoConfiguration.class))
		.withBean(SimpleMeterRegistry.class)
		.withBean("platformClock", Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=http://127.0.0.1:1", "platform.discovery.warm-up=false");

	@Parameter
	Kind kind;

	@AfterEach
	void close() {
		this.platform.close();
	}

	static Stream<Arguments> callWhenItFailsThenOneNameEverywhere() {
		return Stream.of(discovery("down", PlatformError.CONNECT, TestPlatform::stop),
				discovery("not the API", PlatformError.UNKNOWN_RESOURCE,
						(platform) -> platform.fail("/webfinger", 404)),
				discovery("wrong issuer", PlatformError.ISSUER_MISMATCH,
						(platform) -> platform.documents()
							.metadata((metadata) -> metadata.put("issuer", "https://other.example"))),
				token("half broken", PlatformError.STATUS_5XX,
						(platform) -> platform.tokenEndpoint().always((form) -> TestResponse.status(503))),
				refusal("wrong client or secret", PlatformError.INVALID_CLIENT, 401));
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
				this.kind.names.apply("issuer") + "=https://login.example.com/realms/x");
	}

	@Test
	void callWhenIssuerIsInQuarantineThenOneNameEverywhere(CapturedOutput output) {
		String foreign = "https://foreign.example/realms/x";
		this.runner.withPropertyValues(this.kind.properties(this.platform)).run((context) -> {
			PlatformClient client = this.kind.client(context, this.platform);
			client.webClient().get().uri("videos").retrieve().toBodilessEntity().block(PATIENCE);
			this.platform.documents().named(foreign);
			this.clock.advance(Duration.ofDays(2));
			assertOneName(context, client, PlatformError.ISSUER_REFUSED, DISCOVERY, output);
			assertThat(client.snapshot().discovery().quarantinedIssuer()).isEqualTo(foreign);
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void callWhenApiRefusesEveryTokenThenOneNameEverywhere(boolean reactive, CapturedOutput output) {
		String cure = PlatformError.TOKEN_REFUSED.getCure(this.kind.names);
		this.platform.fail("/videos", 401);
		this.runner.withPropertyValues(this.kind.properties(this.platform)).run((context) -> {
			PlatformClient client = this.kind.client(context, this.platform);
			assertThat(status(client, reactive)).isEqualTo(401);
			assertThat(this.kind.causes(context)).as("after one call, sent twice")
				.containsExactly(PlatformError.TOKEN_REFUSED);
			for (int i = 0; i < 10; i++) {
				assertThat(status(client, reactive)).isEqualTo(401);
			}
			assertThat(output.toString().lines().filter((line) -> line.matches(".* WARN .*io.videoplatform .*")))
				.singleElement(InstanceOfAssertFactories.STRING)
				.endsWith(". %s [token_refused]".formatted(cure));
			assertThat(this.kind.causes(context)).as("health").containsExactly(PlatformError.TOKEN_REFUSED);
			assertThat(types(context, PlatformMeterDocumentation.PROBLEMS.getName())).as("problems")
				.containsExactly(PlatformError.TOKEN_REFUSED);
			assertThat(this.kind.cures(context, cure)).as("doctor").containsOnly(cure);
			this.platform.repair();
			assertThat(status(client, reactive)).isEqualTo(200);
			assertThat(output).containsOnlyOnce("The API accepts tokens of client '%s' again".formatted(client.name()));
			assertThat(this.kind.causes(context)).isEmpty();
		});
	}

	private static int status(PlatformClient client, boolean reactive) {
		return reactive ? TestCalls.status(client.webClient().get().uri("videos"))
				: TestCalls.status(client.restClient().get().uri("videos"));
	}

	private void run(TestPlatform target, PlatformError error, String observation, CapturedOutput output,
			String... properties) {
		this.runner.withPropertyValues(this.kind.properties(target))
			.withPropertyValues(properties)
			.run((context) -> assertOneName(context, this.kind.client(context, target), error, observation, output));
	}

	private void assertOneName(ApplicationContext context, PlatformClient client, PlatformError error,
			String observation, CapturedOutput output) {
		String cure = error.getCure(this.kind.names);
		PlatformAuthorizationException failure = failure(client);
		assertThat(failure.getError()).isEqualTo(error);
		assertThat(failure.getMessage()).doesNotContain(cure);
		assertThat(failure.toString()).contains("[" + error.getCode() + "]: ");
		assertThat(output.toString().lines().filter((line) -> line.matches(".* (WARN|ERROR) .*io.videoplatform .*")))
			.as("log lines")
			.isNotEmpty()
			.allMatch((line) -> line.endsWith(". %s [%s]".formatted(cure, error.getCode())));
		assertThat(this.kind.causes(context)).as("health").contains(error);
		assertThat(types(context, observation)).as("metric").contains(error);
		assertThat(types(context, PlatformMeterDocumentation.PROBLEMS.getName())).as("problems").contains(error);
		assertThat(this.kind.cures(context, cure)).as("doctor").isNotEmpty().containsOnly(cure);
		assertThat(output).doesNotContain("canary-secret");
	}

	/**
	 * Return the failure of a call of the client with this name.
	 */
	static PlatformAuthorizationException failure(ApplicationContext context, String client) {
		return failure(context.getBean(PlatformClients.class).get(client));
	}

	private static PlatformAuthorizationException failure(PlatformClient client) {
		return Objects.requireNonNull(catchThrowableOfType(PlatformAuthorizationException.class,
				() -> client.webClient().get().uri("videos").retrieve().toBodilessEntity().block(PATIENCE)));
	}

	private List<PlatformError> types(ApplicationContext context, String observation) {
		return context.getBean(MeterRegistry.class)
			.find(observation)
			.meters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> id.getTag("platform.client") == null || this.kind.tag.equals(id.getTag("platform.client")))
			.map((id) -> id.getTag("error.type"))
			.filter((type) -> type != null && !type.equals("none"))
			.map(PlatformError::of)
			.toList();
	}

	/**
	 * The kinds of clients that have a token of their own.
	 */
	enum Kind {

		/**
		 * The one that {@code platform.*} describes.
		 */
		DEFAULT(PlatformClients.DEFAULT, ClientPropertyNames.DEFAULT),

		/**
		 * One of another platform, which inherits nothing.
		 */
		NAMED("partner", ClientPropertyNames.of("platform.clients.partner")),

		/**
		 * One of a platform that the application names.
		 */
		RUN_TIME("platform-roots", ClientPropertyNames.DEFAULT.with("root-url", "PlatformClients.forRoot(rootUrl)")
			.with("ssl.bundle", "spring.http.clients.ssl.bundle"));

		private final String tag;

		private final ClientPropertyNames names;

		Kind(String tag, ClientPropertyNames names) {
			this.tag = tag;
			this.names = names;
		}

		private String[] properties(TestPlatform target) {
			Stream<String> credentials = Stream.of("client-id=app", "client-secret=canary-secret",
					"grant-type=client_credentials");
			Stream<String> platform = (this == RUN_TIME)
					? Stream.of("platform.discovery.trusted-issuers=" + target.issuer(),
							"platform.roots.nearest-address=loopback")
					: Stream.of(this.names.apply("root-url") + "=" + target.rootUrl());
			return Stream.concat(credentials.map(this.names::apply), platform).toArray(String[]::new);
		}

		private PlatformClient client(ApplicationContext context, TestPlatform target) {
			PlatformClients clients = context.getBean(PlatformClients.class);
			return (this == RUN_TIME) ? clients.forRoot(target.rootUrl()) : clients.get(this.tag);
		}

		private List<PlatformError> causes(ApplicationContext context) {
			Stream<String> causes = (this == RUN_TIME)
					? failures(context, "roots", ClientStatus.FailureCount.class).map(ClientStatus.FailureCount::cause)
					: failures(context, this.tag, Failure.class).map(Failure::cause);
			return causes.map(PlatformError::of).toList();
		}

		private static <T> Stream<T> failures(ApplicationContext context, String name, Class<T> type) {
			CompositeHealthContributor platform = context.getBean("platformHealthContributor",
					CompositeHealthContributor.class);
			HealthContributors clients = (HealthContributors) Objects
				.requireNonNull(platform.getContributor("clients"));
			HealthIndicator indicator = (HealthIndicator) Objects.requireNonNull(
					Objects.requireNonNullElse(clients.getContributor(name), platform.getContributor(name)));
			return ((List<?>) Objects.requireNonNull(indicator.health())
				.getDetails()
				.getOrDefault("failures", List.of())).stream().map(type::cast);
		}

		/**
		 * Return what the doctor advises, which checks clients that properties describe
		 * and no others.
		 */
		private Stream<String> cures(ApplicationContext context, String unchecked) {
			return (this == RUN_TIME) ? Stream.of(unchecked)
					: context.getBean(PlatformDoctor.class)
						.check(this.tag)
						.findings()
						.stream()
						.filter((finding) -> finding.verdict() == CheckVerdict.FAILED)
						.map(CheckFinding::cure);
		}

	}

}
