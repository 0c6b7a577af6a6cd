package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.autoconfigure.actuate.PlatformMetricsAutoConfiguration;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.internal.token.login.LoginTokens;
import io.videoplatform.observation.PlatformObservationContext;
import io.videoplatform.observation.PlatformObservationConvention;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.WebClientObservationAutoConfiguration;
import org.springframework.context.ApplicationContext;

import static io.videoplatform.testing.TestCalls.client;
import static io.videoplatform.testing.TestCalls.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What an application with Micrometer sees of calls, discovery and token requests,
 * against a platform on loopback.
 */
class ObservationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String CALL = "http.client.requests";

	private static final String FLIGHT = "platform.token.flight";

	private static final String REQUEST = "platform.token.request";

	private static final String DISCOVERY = "platform.discovery";

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	/**
	 * Fails if an observation is used in a wrong way.
	 */
	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private final Queue<Observation.Context> observed = new ConcurrentLinkedQueue<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(HttpClientAutoConfiguration.class,
				ImperativeHttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				WebClientAutoConfiguration.class, RestClientAutoConfiguration.class, PlatformAutoConfiguration.class,
				PlatformMetricsAutoConfiguration.class))
		.withBean("platformClock", Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false",
				"platform.client-id=app", "platform.client-secret=canary-secret",
				"platform.grant-type=client_credentials");

	private final ApplicationContextRunner observing = this.runner
		.withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class,
				WebClientObservationAutoConfiguration.class, RestClientObservationAutoConfiguration.class));

	private final ApplicationContextRunner traced = this.observing.withBean(TestObservationRegistry.class,
			() -> this.registry);

	private final ApplicationContextRunner measured = this.observing
		.withConfiguration(
				AutoConfigurations.of(MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class))
		.withBean(SimpleMeterRegistry.class);

	ObservationTests() {
		this.registry.observationConfig().observationHandler((context) -> this.observed.add(context));
	}

	@AfterEach
	void close() {
		this.platform.close();
	}

	private static int call(PlatformClient client) {
		return status(client.webClient().get().uri("videos/{id}", 7));
	}

	private static void call(PlatformClient client, String kind) {
		if (kind.equals("WebClient")) {
			call(client);
		}
		else {
			client.restClient().get().uri("videos/{id}", 7).retrieve().toBodilessEntity();
		}
	}

	private static void fail(ApplicationContext context) {
		assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> call(client(context)));
	}

	private List<Observation.Context> contexts(String name) {
		return this.observed.stream().filter((context) -> name.equals(context.getName())).toList();
	}

	private Observation.Context only(String name) {
		return assertThat(contexts(name)).singleElement().actual();
	}

	private List<Observation.Context> exchanges(String uri) {
		return contexts(CALL).stream().filter((context) -> value(context, "uri").equals(uri)).toList();
	}

	private Observation.Context onlyExchange(String uri) {
		return assertThat(exchanges(uri)).singleElement().actual();
	}

	private static String value(Observation.ContextView context, String key) {
		KeyValue value = context.getLowCardinalityKeyValue(key);
		return (value != null) ? value.getValue() : "";
	}

	private static Observation.ContextView parent(Observation.Context context) {
		return Objects.requireNonNull(context.getParentObservation()).getContextView();
	}

	@ParameterizedTest
	@ValueSource(strings = { "WebClient", "RestClient" })
	void callWhenColdThenWhatItWaitsForIsPartOfIt(String kind) {
		this.traced.run((context) -> {
			call(client(context), kind);
			Observation.Context call = onlyExchange("/v1/videos/{id}");
			Observation.Context flight = only(FLIGHT);
			assertThat(parent(flight)).isSameAs(call);
			assertThat(value(flight, "platform.trigger")).isEqualTo("caller");
			assertThat(contexts(DISCOVERY)).hasSize(2)
				.allSatisfy((document) -> assertThat(parent(document)).isSameAs(flight))
				.extracting((document) -> value(document, "platform.document"))
				.containsExactly("webfinger", "provider_configuration");
			assertThat(parent(only(REQUEST))).isSameAs(flight);
			assertThat(parent(onlyExchange("/.well-known/webfinger"))).isSameAs(contexts(DISCOVERY).get(0));
			assertThat(parent(onlyExchange("/{issuer}/.well-known/openid-configuration")))
				.isSameAs(contexts(DISCOVERY).get(1));
			assertThat(parent(onlyExchange("/{token_endpoint}"))).isSameAs(only(REQUEST));
			assertThat(exchanges("none")).isEmpty();
			assertThat(this.observed.toString()).doesNotContain("canary-secret", "access-1", "refresh-1");
		});
	}

	@Test
	void callWhenTokenIsFreshThenNothingButTheCallIsObserved() {
		this.traced.run((context) -> {
			call(client(context));
			this.observed.clear();
			call(client(context));
			assertThat(this.observed).singleElement()
				.satisfies((call) -> assertThat(value(call, "uri")).isEqualTo("/v1/videos/{id}"));
		});
	}

	@Test
	void callWhenTokenIsStaleThenRefreshBehindIsPartOfNothing() {
		this.traced.run((context) -> {
			call(client(context));
			this.observed.clear();
			this.clock.advance(Duration.ofSeconds(270));
			call(client(context));
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(value(only(FLIGHT), "outcome")).isEqualTo("ACQUIRED"));
			assertThat(only(FLIGHT).getParentObservation()).isNull();
			assertThat(value(only(FLIGHT), "platform.trigger")).isEqualTo("background");
			assertThat(value(only(REQUEST), "platform.grant_type")).isEqualTo("refresh_token");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "WebClient", "RestClient" })
	void callWhenRefusedBy401ThenRetryIsAnEventOfTheCall(String kind) {
		this.traced.run((context) -> {
			call(client(context), kind);
			this.platform.issued().revokeAccessTokens();
			this.observed.clear();
			call(client(context), kind);
			Observation.Context call = onlyExchange("/v1/videos/{id}");
			assertThat(call.getHighCardinalityKeyValue("http.request.resend_count"))
				.isEqualTo(KeyValue.of("http.request.resend_count", "1"));
			assertThat(parent(only(FLIGHT))).isSameAs(call);
		});
	}

	@Test
	void callWhenApplicationHasAConventionThenItIsUsed() {
		this.traced.withBean(PlatformObservationConvention.class, () -> new PlatformObservationConvention() {

			@Override
			public KeyValues getLowCardinalityKeyValues(PlatformObservationContext context) {
				return super.getLowCardinalityKeyValues(context).and("zone", "eu");
			}

		}).run((context) -> {
			call(client(context));
			assertThat(value(only(REQUEST), "zone")).isEqualTo("eu");
			assertThat(value(only(FLIGHT), "zone")).isEqualTo("eu");
		});
	}

	@Test
	void callsWhenManyWaitThenAllButOneHaveJoined() {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.server().hold("/token", gate.asMono());
		this.measured.run((context) -> {
			List<CompletableFuture<Integer>> calls = IntStream.range(0, 50)
				.mapToObj((number) -> client(context).webClient()
					.get()
					.uri("videos")
					.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
					.toFuture())
				.toList();
			this.platform.server().awaitRequests("/token", 1);
			gate.tryEmitEmpty();
			assertThat(calls).allSatisfy((call) -> assertThat(call).succeedsWithin(PATIENCE).isEqualTo(200));
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(meters.get("platform.token.flight.joined")
				.tag("platform.client", "platform")
				.functionCounter()
				.count()).isEqualTo(49);
			assertThat(meters.get(FLIGHT).timer().count()).isOne();
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "WebClient", "RestClient" })
	void metersWhenTokenIsHeldThenTellItsExpiryAndRetries(String kind) {
		this.measured.run((context) -> {
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(meters.get("platform.token.expiry").gauge().value()).isNaN();
			call(client(context), kind);
			assertThat(meters.get("platform.token.expiry").gauge().value()).isBetween(280.0, 300.0);
			this.platform.issued().revokeAccessTokens();
			call(client(context), kind);
			assertThat(meters.get("platform.calls.retried").functionCounter().count()).isOne();
			assertThat(meters.get("http.client.requests.platform.retry").counter().count()).isOne();
			assertThat(meters.get("platform.token.failures").gauge().value()).isZero();
			assertThat(requests(meters, "refresh_token", "SUCCESS", "none")).isOne();
		});
	}

	private static long requests(MeterRegistry meters, String grantType, String outcome, String errorType) {
		return meters.find(REQUEST)
			.tags("platform.grant_type", grantType, "outcome", outcome, "error.type", errorType)
			.timers()
			.stream()
			.mapToLong(Timer::count)
			.sum();
	}

	@ParameterizedTest
	@MethodSource
	void callWhenTokenRequestFailsThenMetricNamesTheCause(Consumer<TestPlatform> failure, String outcome,
			String errorType) {
		failure.accept(this.platform);
		this.measured.run((context) -> {
			fail(context);
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(requests(meters, "client_credentials", outcome, errorType)).isOne();
			assertThat(meters.get(FLIGHT).tags("outcome", "FAILED", "error.type", errorType).timer().count()).isOne();
			assertThat(meters.get("platform.token.failures").gauge().value()).isOne();
			assertThat(meters.get("platform.token.expiry").gauge().value()).isNaN();
		});
	}

	static Stream<Arguments> callWhenTokenRequestFailsThenMetricNamesTheCause() {
		return Stream.of(refusal(TestResponse.error(401, "invalid_client"), "CLIENT_REFUSED", "invalid_client"),
				refusal(TestResponse.error(400, "made-up-" + UUID.randomUUID()), "REQUEST_REFUSED", "_OTHER"),
				refusal(TestResponse.status(500), "IN_DOUBT", "500"),
				refusal(TestResponse.json("{}"), "IN_DOUBT", "malformed"));
	}

	private static Arguments refusal(TestResponse response, String outcome, String errorType) {
		Consumer<TestPlatform> failure = (platform) -> platform.tokenEndpoint().always((form) -> response);
		return Arguments.of(failure, outcome, errorType);
	}

	@Test
	void callWhenThereAreManyRunTimePlatformsThenSeriesDoNotGrow() {
		DisposableServer hosts = HttpServer.create()
			.host("0.0.0.0")
			.port(0)
			.handle((request, response) -> response.header("Content-Type", "application/json")
				.sendString(Mono.just(request.uri().startsWith("/.well-known/")
						? webFinger(request.requestHeaders().get("Host")) : "{}")))
			.bindNow();
		try {
			this.measured
				.withPropertyValues("platform.issuer=" + this.platform.issuer(),
						"platform.roots.nearest-address=loopback")
				.run((context) -> {
					callHosts(context, hosts.port(), 1, 5);
					Set<Meter.Id> before = ids(context);
					callHosts(context, hosts.port(), 5, 50);
					assertThat(ids(context)).isEqualTo(before);
					assertThat(before.toString()).contains("platform-roots").doesNotContain("127.1.");
				});
		}
		finally {
			hosts.disposeNow();
		}
	}

	@Test
	void loginsWhenThereAreManyThenCountedInTheSameSeries() {
		this.measured.withPropertyValues("platform.grant-type=authorization_code").run((context) -> {
			LoginTokens logins = Objects
				.requireNonNull(context.getBean(PlatformEngine.class).loginTokens().get(PlatformClients.DEFAULT));
			Set<Meter.Id> before = ids(context);
			for (int user = 0; user < 100; user++) {
				LoginKey key = new LoginKey("platform", this.platform.issuer(), "user-" + user, "login");
				logins.open(key, TokenFixtures.grant(this.clock.millis(), 300), Map.of());
				assertThat(logins.get(key)).isNotNull();
			}
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(meters.get("platform.logins").gauge().value()).isEqualTo(100);
			assertThat(meters.get("cache.gets")
				.tags("cache", "platform.logins", "result", "hit")
				.functionCounter()
				.count()).isEqualTo(100);
			assertThat(ids(context)).isEqualTo(before);
		});
	}

	private String webFinger(String host) {
		return """
				{"subject": "http://%s/v1/", "links": [{"rel": "http://openid.net/specs/connect/1.0/issuer",
				"href": "%s/.well-known/openid-configuration"}]}""".formatted(host, this.platform.issuer());
	}

	private static void callHosts(ApplicationContext context, int port, int from, int to) {
		PlatformClients clients = context.getBean(PlatformClients.class);
		IntStream.range(from, to).forEach((number) -> {
			PlatformClient client = clients
				.forRoot("http://127.1.%d.%d:%d".formatted(number / 250, number % 250, port));
			assertThat(call(client)).isEqualTo(200);
			client.restClient().get().uri("videos/{id}", number).retrieve().toBodilessEntity();
		});
	}

	private static Set<Meter.Id> ids(ApplicationContext context) {
		return context.getBean(MeterRegistry.class).getMeters().stream().map(Meter::getId).collect(Collectors.toSet());
	}

	@Test
	void startWhenMicrometersCoreIsAbsentThenNoMetersAndCallsWork() {
		this.runner.withClassLoader(new FilteredClassLoader("io.micrometer.core")).run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(PlatformMetricsAutoConfiguration.class);
			assertThat(call(client(context))).isEqualTo(200);
		});
	}

}
