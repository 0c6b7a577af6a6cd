package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TunnelProxy;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The HTTP clients of platforms that no property names.
 */
class RootTransportTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final TestPlatform own = new TestPlatform();

	private final TestPlatform customer = new TestPlatform();

	private final List<String> observed = new CopyOnWriteArrayList<>();

	private final ObservationRegistry observations = ObservationRegistry.create();

	private final ApplicationContextRunner runner = ClientApplication.runner()
		.withPropertyValues("platform.root-url=" + this.own.rootUrl(), "platform.discovery.warm-up=false",
				"platform.username=developer", "platform.password=canary",
				"platform.discovery.trusted-issuers=" + this.customer.issuer() + "," + this.own.issuer());

	private final ApplicationContextRunner nearby = this.runner
		.withPropertyValues("platform.roots.nearest-address=loopback");

	@AfterEach
	void close() {
		this.customer.close();
		this.own.close();
	}

	private static PlatformClients clients(ApplicationContext context) {
		return context.getBean(PlatformClients.class);
	}

	private static void call(PlatformClient client) {
		client.webClient().get().uri("videos").retrieve().toBodilessEntity().block(PATIENCE);
		client.restClient().get().uri("videos").retrieve().toBodilessEntity();
	}

	@Test
	void forRootWhenNamesAreResolvedTwiceThenEngineIsRefused() {
		this.runner.withPropertyValues("spring.http.clients.reactive.connector=jdk")
			.run((context) -> assertThatExceptionOfType(PlatformConfigurationException.class)
				.isThrownBy(() -> clients(context).forRoot("https://video.customer.example"))
				.withMessageContaining("'spring.http.clients.reactive.connector'"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdk", "simple" })
	void restClientWhenNamesAreResolvedTwiceThenEngineIsRefused(String factory) {
		this.runner
			.withPropertyValues("spring.http.clients.reactive.connector=reactor",
					"spring.http.clients.imperative.factory=" + factory)
			.run((context) -> {
				PlatformClient client = clients(context).forRoot("https://video.customer.example");
				assertThatExceptionOfType(PlatformConfigurationException.class).isThrownBy(client::restClient)
					.withMessageContaining("'spring.http.clients.imperative.factory'");
			});
	}

	@Test
	void callWhenAllAddressesAreAllowedOrBehindAProxyThenAnyEngine() {
		this.nearby
			.withPropertyValues("spring.http.clients.reactive.connector=jdk",
					"spring.http.clients.imperative.factory=jdk")
			.run((context) -> call(clients(context).forRoot(this.customer.rootUrl())));
		this.runner
			.withPropertyValues("spring.http.clients.reactive.connector=jdk", "platform.proxy.host=127.0.0.1",
					"platform.proxy.port=9")
			.run((context) -> assertThat(clients(context).forRoot("https://video.customer.example")).isNotNull());
	}

	@ParameterizedTest
	@CsvSource({ "reactor, false", "http-components, false", "jdk, true", "jetty, true" })
	void callWhenUrlLeadsToANearAddressThenRefusedAlsoBehindAProxy(String engine, boolean proxied) throws IOException {
		try (TunnelProxy proxy = new TunnelProxy(this.customer.server().port())) {
			ApplicationContextRunner direct = this.runner.withPropertyValues(
					"spring.http.clients.reactive.connector=" + engine,
					"spring.http.clients.imperative.factory=" + engine);
			(proxied ? direct.withPropertyValues("platform.proxy.host=127.0.0.1", "platform.proxy.port=" + proxy.port())
					: direct)
				.run((context) -> {
					PlatformClient client = clients(context).forRoot("https://video.customer.example");
					int port = this.customer.server().port();
					for (String host : List.of("127.0.0.1", "localhost", "10.1.2.3", "169.254.169.254", "[::1]",
							"2130706433")) {
						assertRefused(client, "http://" + host + ":" + port + "/actuator/env");
					}
				});
			assertThat(proxy.targets()).isEmpty();
		}
		assertThat(this.customer.server().requests()).isEmpty();
	}

	private static void assertRefused(PlatformClient client, String url) {
		Consumer<HttpHeaders> none = (headers) -> {
		};
		for (Consumer<HttpHeaders> headers : List.<Consumer<HttpHeaders>>of(none, (own) -> own.setBearerAuth("own"))) {
			List.<ThrowingCallable>of(
					() -> client.webClient()
						.get()
						.uri(url)
						.headers(headers)
						.retrieve()
						.toBodilessEntity()
						.block(PATIENCE),
					() -> client.restClient().get().uri(url).headers(headers).retrieve().toBodilessEntity())
				.forEach((call) -> assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(call)
					.satisfies((failure) -> assertThat(failure.getError()).isEqualTo(PlatformError.API_REQUEST)));
		}
		assertThat(client.snapshot().events()).isEmpty();
	}

	@Test
	void callWhenObservedThenHostsOfForeignPlatformsAreNotToldApart() {
		this.observations.observationConfig().observationHandler(new ClientNames());
		this.nearby.withBean(ObservationRegistry.class, () -> this.observations)
			.withBean(WebClientCustomizer.class, () -> (builder) -> builder.observationRegistry(this.observations))
			.withBean(RestClientCustomizer.class, () -> (builder) -> builder.observationRegistry(this.observations))
			.run((context) -> {
				call(clients(context).forRoot(this.customer.rootUrl()));
				assertThat(this.observed).hasSizeGreaterThanOrEqualTo(10).containsOnly("platform-roots");
				this.observed.clear();
				call(clients(context).get(PlatformClients.DEFAULT));
				assertThat(this.observed).isNotEmpty().containsOnly("127.0.0.1");
			});
	}

	/**
	 * Notes the names of clients, at the beginning of a request and at its end.
	 */
	private final class ClientNames implements ObservationHandler<Observation.Context> {

		@Override
		public void onStart(Observation.Context context) {
			note(context);
		}

		@Override
		public void onStop(Observation.Context context) {
			note(context);
		}

		private void note(Observation.Context context) {
			if (Objects.equals(context.getName(), "http.client.requests")) {
				KeyValue client = context.getLowCardinalityKeyValue("client.name");
				RootTransportTests.this.observed.add((client != null) ? client.getValue() : "absent");
			}
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}
