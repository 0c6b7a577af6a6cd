package io.videoplatform.internal.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.videoplatform.PlatformError;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestResponse.Ending;
import io.videoplatform.testing.TestServer;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What an exchange concludes from each kind of HTTP client that Boot builds, whose types
 * and messages differ.
 */
class HttpClientsTests {

	private static final String PAGE = "x".repeat(2_000_000);

	private final TestServer server = new TestServer();

	@AfterEach
	void close() {
		this.server.close();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenConnectionIsNotMadeInTimeThenNotConnectedAndNotProcessed(Client client) throws Exception {
		try (DroppingServer dropping = new DroppingServer()) {
			ExchangeFailedException failure = catchThrowableOfType(ExchangeFailedException.class,
					() -> get(client, dropping.url()));
			assertThat(failure).isNotNull();
			assertThat(failure.error()).isEqualTo(PlatformError.CONNECT);
			assertThat(failure.mayHaveBeenProcessed()).isFalse();
		}
	}

	@ParameterizedTest
	@EnumSource
	void getWhenResponseIsNotThereInTimeThenMayHaveBeenProcessed(Client client) {
		this.server.on("/x", TestResponse.of(200, PAGE).ending(Ending.STALLED));
		ExchangeFailedException failure = catchThrowableOfType(ExchangeFailedException.class,
				() -> get(client, url(), Duration.ofMillis(100)));
		assertThat(failure).isNotNull();
		assertThat(failure.error()).isNotEqualTo(PlatformError.CONNECT);
		assertThat(failure.mayHaveBeenProcessed()).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenErrorPageIsTooLargeThenStatusAndHeaders(Client client) {
		this.server.on("/x", TestResponse.of(503, PAGE, "Retry-After: 30"));
		BoundedResponse response = get(client, url());
		assertThat(response.status()).isEqualTo(503);
		assertThat(response.retryAfter(Instant.EPOCH)).hasSeconds(30);
		assertThat(response.body()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenDocumentIsTooLargeThenRefused(Client client) {
		this.server.on("/x", TestResponse.of(200, PAGE));
		MalformedResponseException failure = catchThrowableOfType(MalformedResponseException.class,
				() -> get(client, url()));
		assertThat(failure).hasMessage("is larger than 1048576 bytes");
	}

	@ParameterizedTest
	@EnumSource
	void getWhenErrorPageBreaksOffThenStatusAndHeaders(Client client) {
		this.server.on("/x", TestResponse.of(503, "x".repeat(1_000), "Retry-After: 30").ending(Ending.TRUNCATED));
		BoundedResponse response = get(client, url());
		assertThat(response.status()).isEqualTo(503);
		assertThat(response.retryAfter(Instant.EPOCH)).hasSeconds(30);
		assertThat(response.body()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenErrorPageIsEncodedThenStatusWithoutWaitingForIt(Client client) {
		this.server.on("/x", TestResponse.of(404, PAGE, "Content-Encoding: br").ending(Ending.STALLED));
		BoundedResponse response = get(client, url());
		assertThat(response.status()).isEqualTo(404);
		assertThat(response.header("Content-Encoding")).isEqualTo("br");
		assertThat(response.body()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenDocumentIsEncodedThenRefusedWithoutWaitingForIt(Client client) {
		this.server.on("/x", TestResponse.of(200, PAGE, "Content-Encoding: br").ending(Ending.STALLED));
		MalformedResponseException failure = catchThrowableOfType(MalformedResponseException.class,
				() -> get(client, url()));
		assertThat(failure).hasMessage("has a content encoding that was not requested");
	}

	private URI url() {
		return URI.create(this.server.url() + "/x");
	}

	private static BoundedResponse get(Client client, URI url) {
		return get(client, url, Duration.ofSeconds(20));
	}

	private static BoundedResponse get(Client client, URI url, Duration readTimeout) {
		HttpClientSettings settings = HttpClientSettings.defaults().withTimeouts(Duration.ofMillis(100), readTimeout);
		WebClient built = WebClient.builder().clientConnector(client.builder().build(settings)).build();
		BoundedResponse response = new BoundedExchange(built, Duration.ofSeconds(20), DataSize.ofMegabytes(1))
			.get(url, (headers) -> {
			})
			.block();
		assertThat(response).isNotNull();
		return response;
	}

	enum Client {

		REACTOR, JETTY, HTTP_COMPONENTS, JDK;

		ClientHttpConnectorBuilder<?> builder() {
			return switch (this) {
				case REACTOR -> ClientHttpConnectorBuilder.reactor();
				case JETTY -> ClientHttpConnectorBuilder.jetty();
				case HTTP_COMPONENTS -> ClientHttpConnectorBuilder.httpComponents()
					.withHttpClientCustomizer(HttpAsyncClientBuilder::disableAutomaticRetries);
				case JDK -> ClientHttpConnectorBuilder.jdk();
			};
		}

	}

	/**
	 * A listener whose queue of connections is full, so that the next ones get no
	 * response.
	 */
	private static final class DroppingServer implements AutoCloseable {

		private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

		private final List<Socket> queue = new ArrayList<>();

		DroppingServer() throws IOException {
			while (connects()) {
				assertThat(this.queue).hasSizeLessThan(100);
			}
		}

		private boolean connects() throws IOException {
			Socket socket = new Socket();
			this.queue.add(socket);
			try {
				socket.connect(this.listener.getLocalSocketAddress(), 100);
				return true;
			}
			catch (SocketTimeoutException ex) {
				return false;
			}
		}

		URI url() {
			return URI.create("http://127.0.0.1:" + this.listener.getLocalPort() + "/x");
		}

		@Override
		public void close() throws IOException {
			for (Socket socket : this.queue) {
				socket.close();
			}
			this.listener.close();
		}

	}

}
