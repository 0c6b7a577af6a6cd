package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.testing.RawServer;
import io.videoplatform.testing.TestKeyStores;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TunnelProxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Sinks;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The SSL bundle and the proxy of a platform.
 */
class TransportTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final ApplicationContextRunner runner = ClientApplication.runner()
		.withPropertyValues("platform.username=developer", "platform.password=canary-password",
				"platform.discovery.warm-up=false");

	private static CompletableFuture<String> begin(ApplicationContext context) {
		return context.getBean("platformWebClient", WebClient.class)
			.get()
			.uri("videos")
			.retrieve()
			.bodyToMono(String.class)
			.toFuture();
	}

	private static void call(ApplicationContext context) {
		assertThat(begin(context).orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join()).isEqualTo("{}");
	}

	private static SslBundle trusting(Path store) throws Exception {
		return SslBundle.of(SslStoreBundle.of(null, null, TestKeyStores.load(store)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void callWhenBundleIsReplacedThenCallUnderWayEndsAndLaterOnesUseTheNewOne(String connector, @TempDir Path folder)
			throws Exception {
		Path own = TestKeyStores.create(folder, "platform", "EC");
		Path other = TestKeyStores.create(folder, "other", "EC");
		Sinks.Empty<Void> gate = Sinks.empty();
		try (TestPlatform platform = new TestPlatform(Clock.systemUTC(), own)) {
			this.runner
				.withPropertyValues("platform.root-url=" + platform.rootUrl(), "platform.ssl.bundle=test",
						"spring.http.clients.reactive.connector=" + connector,
						"spring.ssl.bundle.jks.test.truststore.location=" + own.toUri(),
						"spring.ssl.bundle.jks.test.truststore.password=" + TestKeyStores.PASSWORD)
				.run((context) -> {
					call(context);
					platform.server().hold("/videos", gate.asMono());
					CompletableFuture<String> underWay = begin(context);
					platform.server().awaitRequests("/videos", 2);
					context.getBean(SslBundleRegistry.class).updateBundle("test", trusting(other));
					assertThatException().isThrownBy(() -> call(context));
					gate.tryEmitEmpty();
					assertThat(underWay.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join()).isEqualTo("{}");
					context.getBean(SslBundleRegistry.class).updateBundle("test", trusting(own));
					call(context);
				});
			assertThat(platform.requests("/videos")).hasSize(3);
		}
	}

	/**
	 * Loopback may be reached without TLS, the other two because a property says so.
	 */
	@ParameterizedTest
	@CsvSource({ "reactor, http://platform.test", "jdk, http://[2001:db8:0:0::1]:9",
			"http-components, http://127.0.0.2:9", "jetty, http://[0:0:0:0:0:0:0:1]:9" })
	void callWhenOriginHasNoTlsThenNotThroughTheProxy(String connector, String root) throws IOException {
		try (TestPlatform platform = new TestPlatform();
				TunnelProxy proxy = new TunnelProxy(platform.server().port())) {
			this.runner
				.withPropertyValues("platform.root-url=" + root,
						"platform.plain-http-origins=http://platform.test,http://[2001:db8:0:0::1]:9",
						"platform.proxy.host=127.0.0.1", "platform.proxy.port=" + proxy.port(),
						"spring.http.clients.reactive.connector=" + connector)
				.run((context) -> assertThatException().isThrownBy(() -> call(context)));
			assertThat(proxy.targets()).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk", "http-components", "jetty" })
	void callWhenProxyIsSetThenThroughIt(String connector, @TempDir Path folder) throws Exception {
		Path own = TestKeyStores.create(folder, "platform", "EC", "-ext", "san=dns:platform.test");
		try (TestPlatform platform = new TestPlatform(Clock.systemUTC(), own);
				TunnelProxy proxy = new TunnelProxy(platform.server().port())) {
			platform.rootUrl("https://platform.test");
			this.runner
				.withPropertyValues("platform.root-url=https://platform.test", "platform.ssl.bundle=test",
						"platform.proxy.host=127.0.0.1", "platform.proxy.port=" + proxy.port(),
						"spring.http.clients.reactive.connector=" + connector,
						"spring.ssl.bundle.jks.test.truststore.location=" + own.toUri(),
						"spring.ssl.bundle.jks.test.truststore.password=" + TestKeyStores.PASSWORD)
				.run(TransportTests::call);
			assertThat(proxy.targets()).isNotEmpty()
				.allMatch((target) -> target.startsWith("CONNECT platform.test:443"));
		}
	}

	/**
	 * It comes without TLS: anyone before the proxy could send it.
	 */
	@ParameterizedTest
	@CsvSource({ "reactor, 201", "jdk, 302", "jetty, 302" })
	void callWhenProxyOpensNoTunnelThenItsResponseIsNotThePlatforms(String engine, int status) throws IOException {
		try (RawServer proxy = new RawServer(
				"HTTP/1.1 %d Any\r\nLocation: https://other.test/\r\nContent-Length: 2\r\n\r\n{}".formatted(status))) {
			this.runner.withConfiguration(AutoConfigurations.of(ImperativeHttpClientAutoConfiguration.class))
				.withPropertyValues("platform.root-url=https://platform.test", "platform.proxy.host=127.0.0.1",
						"platform.proxy.port=" + URI.create(proxy.origin()).getPort(),
						"spring.http.clients.reactive.connector=" + engine,
						"spring.http.clients.imperative.factory=" + engine)
				.run((context) -> {
					PlatformClient client = context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT);
					assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(
							() -> client.webClient().get().uri("videos").retrieve().toBodilessEntity().block(PATIENCE))
						.satisfies((failure) -> assertThat(failure.getError()).isEqualTo(PlatformError.CONNECT));
					assertThatExceptionOfType(WebClientRequestException.class).isThrownBy(() -> client.webClient()
						.get()
						.uri("videos")
						.headers((own) -> own.setBearerAuth("own"))
						.retrieve()
						.toBodilessEntity()
						.block(PATIENCE));
					assertThatException().isThrownBy(() -> client.restClient()
						.get()
						.uri("videos")
						.headers((own) -> own.setBearerAuth("own"))
						.exchange((request, response) -> response.getStatusCode()));
				});
		}
	}

	@Test
	void startWhenProxyCannotBeAppliedThenStops() {
		ClientHttpConnectorBuilder<ClientHttpConnector> own = (settings) -> {
			throw new IllegalStateException("not reached");
		};
		this.runner.withBean(ClientHttpConnectorBuilder.class, () -> own)
			.withPropertyValues("platform.root-url=https://api.example.com", "platform.proxy.host=proxy",
					"platform.proxy.port=3128")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(PlatformConfigurationException.class)
				.hasMessageContaining("platform.proxy.host"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					platform.proxy.host=proxy                                    | platform.proxy.port
					platform.proxy.port=3128                                     | platform.proxy.host
					platform.proxy.host=http://proxy platform.proxy.port=3128    | platform.proxy.host
					platform.proxy.host=proxy:3128 platform.proxy.port=3128      | platform.proxy.host
					platform.proxy.host=10.0.0.1:80 platform.proxy.port=3128     | platform.proxy.host
					platform.proxy.host=proxy platform.proxy.port=70000          | platform.proxy.port
					platform.ssl.bundle=none                                     | platform.ssl.bundle
					platform.clients.jobs.ssl.bundle=none                        | platform.clients.jobs.ssl.bundle
					platform.clients.jobs.ssl.bundle=none platform.clients.jobs.root-url=https://x.example.com | platform.clients.jobs.ssl.bundle
					""")
	void startWhenTransportIsMistakenThenStops(String properties, String property) {
		this.runner.withPropertyValues("platform.root-url=https://api.example.com")
			.withPropertyValues(properties.split(" "))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(PlatformConfigurationException.class,
						(ex) -> assertThat(ex.getProperty()).isEqualTo(property)));
	}

}
