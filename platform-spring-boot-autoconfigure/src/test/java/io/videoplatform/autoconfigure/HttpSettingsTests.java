package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestKeyStores;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TunnelProxy;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Boot's HTTP client settings apply to discovery, to token requests and to the API.
 */
class HttpSettingsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final String[] PATHS = { "/.well-known/webfinger",
			"/auth/realms/platform/.well-known/openid-configuration", "/auth/realms/platform/token", "/v1/videos" };

	private static final ApplicationContextRunner RUNNER = ClientApplication.runner()
		.withPropertyValues("platform.username=developer", "platform.password=canary-password");

	/**
	 * On a machine with other work, the first request of a client in this JVM takes
	 * longer than the timeouts of the tests.
	 */
	@BeforeAll
	static void loadClients() {
		try (TestPlatform platform = new TestPlatform()) {
			for (String connector : List.of("reactor", "jdk")) {
				RUNNER
					.withPropertyValues("platform.root-url=" + platform.rootUrl(),
							"spring.http.clients.reactive.connector=" + connector)
					.run(HttpSettingsTests::call);
			}
		}
	}

	private static void call(ApplicationContext context) {
		WebClient client = context.getBean("platformWebClient", WebClient.class);
		assertThat(client.get().uri("videos").retrieve().bodyToMono(String.class).block(PATIENCE)).isEqualTo("{}");
	}

	@ParameterizedTest
	@CsvSource({ "reactor, /webfinger", "reactor, /token", "jdk, /videos" })
	void callWhenReadTimeoutIsSetThenAppliesToEachLeg(String connector, String silent) {
		try (TestPlatform platform = new TestPlatform()) {
			platform.server().hold(silent, Mono.never());
			RUNNER
				.withPropertyValues("platform.root-url=" + platform.rootUrl(), "spring.http.clients.read-timeout=3s",
						"spring.http.clients.reactive.connector=" + connector)
				.run((context) -> assertThatException().isThrownBy(() -> call(context))
					.withStackTraceContaining(connector.equals("jdk") ? "HttpTimeoutException" : "ReadTimeoutException")
					.havingRootCause()
					.withMessageNotContaining("canary"));
			assertThat(platform.server().requests()).last()
				.satisfies((last) -> assertThat(last.path()).endsWith(silent));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void callWhenSslBundleIsSetThenAppliesToEachLeg(String connector, @TempDir Path folder) throws Exception {
		Path store = TestKeyStores.create(folder, "platform", "EC");
		try (TestPlatform platform = new TestPlatform(Clock.systemUTC(), store)) {
			ApplicationContextRunner secured = RUNNER.withPropertyValues("platform.root-url=" + platform.rootUrl(),
					"spring.http.clients.reactive.connector=" + connector);
			secured.run((context) -> assertThatException().isThrownBy(() -> call(context)));
			assertThat(platform.server().requests()).isEmpty();
			secured.withPropertyValues("spring.ssl.bundle.jks.test.truststore.location=" + store.toUri(),
					"spring.ssl.bundle.jks.test.truststore.password=changeit", "spring.http.clients.ssl.bundle=test")
				.run(HttpSettingsTests::call);
			assertThat(platform.server().requests()).extracting(RecordedRequest::path).containsExactly(PATHS);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://platform.test", "http://203.0.113.7" })
	void callWhenSystemPropertiesNameAProxyThenAppliesToEachLeg(String root) throws IOException {
		try (TestPlatform platform = new TestPlatform();
				TunnelProxy proxy = new TunnelProxy(platform.server().port())) {
			platform.rootUrl(root);
			System.setProperty("http.proxyHost", "127.0.0.1");
			System.setProperty("http.proxyPort", String.valueOf(proxy.port()));
			RUNNER.withPropertyValues("platform.root-url=" + root, "platform.plain-http-origins=" + root)
				.run(HttpSettingsTests::call);
			assertThat(platform.server().requests()).extracting(RecordedRequest::path).containsExactly(PATHS);
			assertThat(proxy.targets()).hasSize(4)
				.containsOnly("CONNECT " + root.substring("http://".length()) + ":80 HTTP/1.1");
		}
		finally {
			System.clearProperty("http.proxyHost");
			System.clearProperty("http.proxyPort");
		}
	}

}
