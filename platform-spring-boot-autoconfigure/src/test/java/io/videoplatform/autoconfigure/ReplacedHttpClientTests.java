package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.videoplatform.testing.TestKeyStores;
import io.videoplatform.testing.TestPlatform;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.eclipse.jetty.client.HttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Sinks;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * HTTP clients that the starter has built are closed when they are not used any more:
 * after the last request of one whose SSL bundle was replaced, and with the application.
 */
class ReplacedHttpClientTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, HttpClientAutoConfiguration.class,
				WebClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withPropertyValues("platform.username=developer", "platform.password=canary-password",
				"platform.discovery.warm-up=false");

	@TempDir
	private Path folder;

	private void run(ApplicationContextRunner configured, String bundle, BundleTest test) throws Exception {
		Path store = TestKeyStores.create(this.folder, "platform", "EC");
		try (TestPlatform platform = new TestPlatform(Clock.systemUTC(), TestKeyStores.keyManagers(store))) {
			configured
				.withPropertyValues("platform.root-url=" + platform.rootUrl(), bundle + "=test",
						"spring.ssl.bundle.jks.test.truststore.location=" + store.toUri(),
						"spring.ssl.bundle.jks.test.truststore.password=" + TestKeyStores.PASSWORD)
				.run((context) -> test.run(context, platform,
						() -> context.getBean(SslBundleRegistry.class).updateBundle("test", trusting(store))));
		}
	}

	private static SslBundle trusting(Path store) {
		try {
			return SslBundle.of(SslStoreBundle.of(null, null, TestKeyStores.load(store)));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static CompletableFuture<String> begin(ApplicationContext context) {
		return context.getBean("platformWebClient", WebClient.class)
			.get()
			.uri("videos")
			.retrieve()
			.bodyToMono(String.class)
			.toFuture();
	}

	private static void end(CompletableFuture<String> call) {
		assertThat(call.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join()).isEqualTo("{}");
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform.ssl.bundle", "spring.http.clients.ssl.bundle" })
	void replaceWhenCallIsUnderWayThenItsEngineIsClosedAfterIt(String property) throws Exception {
		List<HttpClient> clients = new CopyOnWriteArrayList<>();
		Sinks.Empty<Void> gate = Sinks.empty();
		run(this.runner.withBean(ClientHttpConnectorBuilder.class, () -> jetty(clients::add)), property,
				(context, platform, replace) -> {
					end(begin(context));
					List<HttpClient> before = clients.stream().filter(HttpClient::isStarted).toList();
					platform.server().hold("/videos", gate.asMono());
					CompletableFuture<String> underWay = begin(context);
					platform.server().awaitRequests("/videos", 2);
					replace.run();
					await().atMost(PATIENCE).until(() -> before.stream().filter(HttpClient::isStarted).count() == 1);
					assertThat(underWay).isNotDone();
					gate.tryEmitEmpty();
					end(underWay);
					await().atMost(PATIENCE).until(() -> before.stream().allMatch(HttpClient::isStopped));
					end(begin(context));
				});
		assertThat(clients).allMatch((client) -> !client.isRunning());
	}

	private static ClientHttpConnectorBuilder<?> jetty(Consumer<HttpClient> customizer) {
		return ClientHttpConnectorBuilder.jetty().withHttpClientCustomizer(customizer);
	}

	@Test
	void replaceWhenRequestFactoryIsOfApacheThenOldOneIsClosedAfterItsCalls() throws Exception {
		List<HttpComponentsClientHttpRequestFactory> factories = new CopyOnWriteArrayList<>();
		Sinks.Empty<Void> gate = Sinks.empty();
		run(this.runner.withBean(ClientHttpRequestFactoryBuilder.class,
				() -> ClientHttpRequestFactoryBuilder.httpComponents().withCustomizer(factories::add)),
				"platform.ssl.bundle", (context, platform, replace) -> {
					RestClient client = context.getBean("platformRestClient", RestClient.class);
					client.get().uri("videos").retrieve().toBodilessEntity();
					platform.server().hold("/videos", gate.asMono());
					CompletableFuture<String> underWay = CompletableFuture
						.supplyAsync(() -> client.post().uri("videos").body("x").retrieve().body(String.class));
					platform.server().awaitRequests("/videos", 2);
					replace.run();
					gate.tryEmitEmpty();
					end(underWay);
					assertThat(factories).hasSize(2);
					await().atMost(PATIENCE).untilAsserted(() -> assertClosed(factories.get(0)));
					client.get().uri("videos").retrieve().toBodilessEntity();
				});
		assertClosed(factories.get(1));
	}

	private static void assertClosed(HttpComponentsClientHttpRequestFactory factory) {
		assertThatIllegalStateException()
			.isThrownBy(() -> factory.getHttpClient().execute(new HttpGet("http://127.0.0.1:9"), (response) -> {
				throw new IOException("not reached");
			}))
			.withMessageContaining("shut down");
	}

	@Test
	void closeWhenNoBundleIsThereThenEngineIsClosedWithTheApplication() {
		List<HttpClient> clients = new CopyOnWriteArrayList<>();
		try (TestPlatform platform = new TestPlatform()) {
			this.runner.withBean(ClientHttpConnectorBuilder.class, () -> jetty(clients::add))
				.withPropertyValues("platform.root-url=" + platform.rootUrl())
				.run((context) -> {
					end(begin(context));
					assertThat(clients).anyMatch(HttpClient::isStarted);
				});
		}
		assertThat(clients).allMatch((client) -> !client.isRunning());
	}

	@FunctionalInterface
	private interface BundleTest {

		void run(ApplicationContext context, TestPlatform platform, Runnable replace) throws Exception;

	}

}
