package io.videoplatform.autoconfigure.actuate;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.autoconfigure.actuate.PlatformEndpoint.ClientDescriptor;
import io.videoplatform.client.DiscoverySnapshot;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.engine.ClientStatus;
import io.videoplatform.internal.engine.ClientStatus.Failure;
import io.videoplatform.internal.engine.ClientStatus.Verdict;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.token.TokenOutage;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributors.Entry;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * What health and the actuator endpoint say of the clients of an application, against a
 * platform on loopback.
 */
class HealthTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class,
						PlatformHealthAutoConfiguration.class, PlatformEndpointAutoConfiguration.class))
		.withBean("platformClock", Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false",
				"platform.client-id=app", "platform.client-secret=canary-secret",
				"platform.grant-type=client_credentials", "management.endpoints.web.exposure.include=platform");

	@AfterEach
	void close() {
		this.platform.close();
	}

	private static Health health(ApplicationContext context) {
		CompositeHealthContributor clients = (CompositeHealthContributor) Objects
			.requireNonNull(context.getBean("platformHealthContributor", CompositeHealthContributor.class)
				.getContributor("clients"));
		HealthIndicator client = (HealthIndicator) Objects
			.requireNonNull(clients.getContributor(PlatformClients.DEFAULT));
		return Objects.requireNonNull(client.health());
	}

	@SuppressWarnings("unchecked")
	private static List<Failure> failures(Health health) {
		return (List<Failure>) health.getDetails().getOrDefault("failures", List.of());
	}

	private static void call(ApplicationContext context) {
		call(context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT));
	}

	private static void call(PlatformClient client) {
		client.webClient()
			.get()
			.uri("videos")
			.exchangeToMono((response) -> response.releaseBody())
			.onErrorComplete()
			.block(PATIENCE);
	}

	@Test
	void healthWhenNothingWasCalledThenUnknownAndNoRequest() {
		this.runner.run((context) -> {
			Health health = health(context);
			assertThat(health.getStatus()).isEqualTo(Status.UNKNOWN);
			assertThat(health.getDetails()).containsEntry("token", "none").doesNotContainKey("tokenExpiresAt");
			assertThat(this.platform.server().requests()).isEmpty();
		});
	}

	@ParameterizedTest
	@MethodSource
	void healthWhenCallFailsThenDownAndNamesTheCause(Consumer<TestPlatform> failure, String what, String cause) {
		failure.accept(this.platform);
		this.runner.run((context) -> {
			Instant first = this.clock.instant();
			call(context);
			this.clock.advance(Duration.ofMinutes(6));
			call(context);
			Health health = health(context);
			assertThat(health.getStatus()).isEqualTo(Status.DOWN);
			assertThat(failures(health)).extracting(Failure::what, Failure::cause, Failure::since)
				.contains(tuple(what, cause, first));
			assertThat(health.toString()).doesNotContain("canary");
		});
	}

	static Stream<Arguments> healthWhenCallFailsThenDownAndNamesTheCause() {
		return Stream.of(failure(TestPlatform::stop, "webfinger", "connect"),
				failure((platform) -> platform.fail("/videos", 401), "api_request", "token_refused"),
				failure((platform) -> platform.tokenEndpoint().always((form) -> TestResponse.status(503)), "token",
						"503"));
	}

	private static Arguments failure(Consumer<TestPlatform> failure, String what, String cause) {
		return Arguments.of(failure, what, cause);
	}

	@Test
	void healthWhenTokenIsHeldAndProviderIsDownThenUpUntilItExpires() {
		this.runner.run((context) -> {
			call(context);
			this.platform.tokenEndpoint().always((form) -> TestResponse.status(503));
			this.clock.advance(Duration.ofSeconds(270));
			call(context);
			this.platform.server().awaitRequests("/token", 2);
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(failures(health(context))).hasSize(1));
			assertThat(health(context).getStatus()).isEqualTo(Status.UP);
			this.clock.advance(Duration.ofSeconds(40));
			assertThat(health(context).getStatus()).isEqualTo(Status.UNKNOWN);
			call(context);
			assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
			this.clock.advance(Duration.ofMinutes(6));
			assertThat(health(context).getStatus()).isEqualTo(Status.UNKNOWN);
			this.platform.repair();
			call(context);
			assertThat(health(context).getStatus()).isEqualTo(Status.UP);
			assertThat(failures(health(context))).isEmpty();
		});
	}

	@Test
	void healthWhenIssuerIsInQuarantineThenNamesIt() {
		this.runner.run((context) -> {
			call(context);
			this.platform.documents().named("https://foreign.example/realms/x");
			this.clock.advance(Duration.ofHours(2));
			call(context);
			Health health = health(context);
			assertThat(health.getStatus()).isEqualTo(Status.UP);
			assertThat(health.getDetails()).containsEntry("quarantinedIssuer", "https://foreign.example/realms/x");
			assertThat(failures(health)).extracting(Failure::cause).contains("issuer_refused");
			assertThat(context.getBean("platformEventLog", EventLog.class).last())
				.filteredOn((event) -> event.level() == PlatformEvent.Level.ERROR)
				.extracting(PlatformEvent::error)
				.containsExactly(PlatformError.ISSUER_REFUSED);
		});
	}

	@Test
	void verdictWhenUsersLogInThenTellsNewLoginsFromCalls() {
		this.runner.run((context) -> {
			call(context);
			Instant now = this.clock.instant();
			DiscoverySnapshot discovery = context.getBean(PlatformEngine.class)
				.clients()
				.get("platform")
				.discovery()
				.snapshot();
			TokenOutage outage = new TokenOutage(now, PlatformStep.TOKEN_REQUEST, "503", "down");
			TokenOutage refusal = new TokenOutage(now, PlatformStep.API_REQUEST, "token_refused", "refused");
			assertThat(new ClientStatus(now, discovery, null, 2L, outage, null).verdict()).isEqualTo(Verdict.PARTLY);
			assertThat(new ClientStatus(now, discovery, null, 2L, null, null).verdict()).isEqualTo(Verdict.SERVING);
			assertThat(new ClientStatus(now.plus(Duration.ofDays(30)), discovery, null, 2L, null, null).verdict())
				.isEqualTo(Verdict.UNUSED);
			ClientStatus refused = new ClientStatus(now, discovery, null, 2L, null, refusal);
			assertThat(refused.verdict()).isEqualTo(Verdict.SERVING);
			assertThat(refused.failures()).extracting(Failure::what, Failure::cause)
				.containsExactly(tuple("api_request", "token_refused"));
		});
	}

	@Test
	void healthWhenPlatformsAreNamedAtRunTimeThenCountsThemWithoutTheirNames() {
		try (TestPlatform sound = new TestPlatform();
				TestPlatform broken = new TestPlatform();
				TestPlatform down = new TestPlatform()) {
			broken.fail("/webfinger", 404);
			down.stop();
			this.runner
				.withPropertyValues("platform.roots.nearest-address=loopback",
						"platform.discovery.trusted-issuers=" + sound.issuer())
				.run((context) -> {
					CompositeHealthContributor platform = context.getBean("platformHealthContributor",
							CompositeHealthContributor.class);
					assertThat(platform.stream().map(Entry::name)).containsExactly("clients");
					assertThat(platform.getContributor("roots")).isNull();
					PlatformClients clients = context.getBean(PlatformClients.class);
					call(clients.forRoot(broken.rootUrl()));
					call(clients.forRoot(down.rootUrl()));
					Health none = roots(platform);
					assertThat(none.getStatus()).isEqualTo(Status.UNKNOWN);
					assertThat(none.getDetails()).containsEntry("platforms", 2).containsEntry("failing", 2L);
					call(clients.forRoot(sound.rootUrl()));
					assertThat(platform.stream().map(Entry::name)).containsExactly("clients", "roots");
					Health one = roots(platform);
					assertThat(one.getStatus()).isEqualTo(Status.UP);
					assertThat(one.getDetails()).containsEntry("platforms", 3)
						.containsEntry("failing", 2L)
						.hasEntrySatisfying("failures",
								(failures) -> assertThat(failures)
									.asInstanceOf(InstanceOfAssertFactories.list(ClientStatus.FailureCount.class))
									.containsExactlyInAnyOrder(new ClientStatus.FailureCount("token", "connect", 1),
											new ClientStatus.FailureCount("token", "unknown_resource", 1),
											new ClientStatus.FailureCount("webfinger", "404", 1),
											new ClientStatus.FailureCount("webfinger", "connect", 1)));
					assertThat(one.toString()).doesNotContain("127.0.0.1");
				});
		}
	}

	private static Health roots(CompositeHealthContributor platform) {
		HealthIndicator roots = (HealthIndicator) Objects.requireNonNull(platform.getContributor("roots"));
		return Objects.requireNonNull(roots.health());
	}

	@Test
	void startWhenHealthIsSwitchedOffOrAbsentThenNoContributor() {
		this.runner.withPropertyValues("management.health.platform.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("platformHealthContributor"));
		this.runner
			.withClassLoader(
					new FilteredClassLoader("org.springframework.boot.health", "org.springframework.boot.actuate"))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean("platformHealthContributor")
				.doesNotHaveBean("platformEndpoint"));
	}

	@Test
	void endpointWhenDeletedThenBothDocumentsAreRequestedAgain() {
		this.runner.run((context) -> {
			PlatformEndpoint endpoint = context.getBean(PlatformEndpoint.class);
			call(context);
			this.clock.advance(Duration.ofSeconds(1));
			endpoint.discover(PlatformClients.DEFAULT);
			assertThat(this.platform.requests("/webfinger")).hasSize(2);
			assertThat(this.platform.requests("/openid-configuration")).hasSize(2);
			this.platform.stop();
			this.clock.advance(Duration.ofSeconds(1));
			ClientDescriptor client = endpoint.discover(PlatformClients.DEFAULT);
			assertThat(client.failures()).extracting(Failure::cause).containsExactly("connect");
			assertThat(client.documents()).extracting(PlatformEndpoint.DocumentDescriptor::lastOutcome)
				.contains("connect");
			assertThat(client.state()).isEqualTo("serving");
			assertThatExceptionOfType(InvalidEndpointRequestException.class)
				.isThrownBy(() -> endpoint.discover("unknown"));
		});
	}

}
