package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.videoplatform.Gates;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Uploads of a {@code RestClient} that are not held in memory: the server sees the
 * beginning of a body before its end is written.
 */
class StreamedBodyTests {

	private static final int CHUNK = 64 * 1024;

	private static final int CHUNKS = 1024;

	private final TestPlatform platform = new TestPlatform();

	private final CountDownLatch begun = new CountDownLatch(1);

	private final AtomicLong received = new AtomicLong();

	private final Set<String> authorizations = ConcurrentHashMap.newKeySet();

	private final Set<String> threads = ConcurrentHashMap.newKeySet();

	private final HttpServer uploads = server();

	private static HttpServer server() {
		try {
			return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@BeforeEach
	void start() {
		this.uploads.createContext("/", this::receive);
		this.uploads.setExecutor(Executors.newCachedThreadPool());
		this.uploads.start();
	}

	@AfterEach
	void close() {
		this.uploads.stop(0);
		this.platform.close();
	}

	private void receive(HttpExchange exchange) throws IOException {
		this.authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
		byte[] buffer = new byte[CHUNK];
		try (InputStream body = exchange.getRequestBody()) {
			for (int read = body.read(buffer); read != -1; read = body.read(buffer)) {
				this.received.addAndGet(read);
				this.begun.countDown();
			}
		}
		exchange.sendResponseHeaders(204, -1);
		exchange.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdk", "reactor", "http-components", "jetty" })
	void uploadWhenBodyIsAStreamThenServerReadsItWhileItIsWritten(String engine) {
		String origin = "http://127.0.0.1:" + this.uploads.getAddress().getPort();
		StreamingHttpOutputMessage.Body body = (output) -> {
			this.threads.add(Thread.currentThread().getName());
			byte[] chunk = new byte[CHUNK];
			for (int i = 0; i < CHUNKS; i++) {
				if (i == CHUNKS / 2) {
					output.flush();
					Gates.await(this.begun);
				}
				output.write(chunk);
			}
		};
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(HttpClientAutoConfiguration.class,
					ImperativeHttpClientAutoConfiguration.class, RestClientAutoConfiguration.class,
					PlatformAutoConfiguration.class))
			.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
					"platform.password=canary-password", "platform.trusted-origins=" + origin,
					"spring.http.clients.imperative.factory=" + engine)
			.run((context) -> {
				RestClient client = context.getBean("platformRestClient", RestClient.class);
				client.post().uri(origin + "/upload").body(body).retrieve().toBodilessEntity();
				assertThat(this.received).hasValue((long) CHUNK * CHUNKS);
				assertThat(this.authorizations).containsExactly("Bearer access-1");
				assertThat(this.threads).noneMatch((name) -> name.startsWith("boundedElastic"));
			});
	}

}
