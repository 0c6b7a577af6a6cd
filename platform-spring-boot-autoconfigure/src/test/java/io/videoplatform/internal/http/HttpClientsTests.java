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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What an exchange concludes from what Reactor Netty reports.
 */
class HttpClientsTests {

	private static final String PAGE = "x".repeat(2_000_000);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestServer server = new TestServer();

	@AfterEach
	void close() {
		this.server.close();
	}

	@Test
	void getWhenConnectionIsNotMadeInTimeThenNotConnectedAndNotProcessed() throws Exception {
		try (DroppingServer dropping = new DroppingServer()) {
			ExchangeFailedException failure = catchThrowableOfType(ExchangeFailedException.class,
					() -> get(dropping.url(), Duration.ofMillis(100), PATIENCE));
			assertThat(failure).isNotNull();
			assertThat(failure.error()).isEqualTo(PlatformError.CONNECT);
			assertThat(failure.mayHaveBeenProcessed()).isFalse();
		}
	}

	@Test
	void getWhenResponseIsNotThereInTimeThenMayHaveBeenProcessed() {
		this.server.on("/x", TestResponse.of(200, PAGE).ending(Ending.STALLED));
		ExchangeFailedException failure = catchThrowableOfType(ExchangeFailedException.class,
				() -> get(url(), PATIENCE, Duration.ofMillis(100)));
		assertThat(failure).isNotNull();
		assertThat(failure.error()).isNotEqualTo(PlatformError.CONNECT);
		assertThat(failure.mayHaveBeenProcessed()).isTrue();
	}

	@Test
	void getWhenErrorPageIsTooLargeThenStatusAndHeaders() {
		this.server.on("/x", TestResponse.of(503, PAGE, "Retry-After: 30"));
		BoundedResponse response = get(url());
		assertThat(response.status()).isEqualTo(503);
		assertThat(response.retryAfter(Instant.EPOCH)).hasSeconds(30);
		assertThat(response.body()).isEmpty();
	}

	@Test
	void getWhenDocumentIsTooLargeThenRefused() {
		this.server.on("/x", TestResponse.of(200, PAGE));
		MalformedResponseException failure = catchThrowableOfType(MalformedResponseException.class, () -> get(url()));
		assertThat(failure).hasMessage("is larger than 1048576 bytes");
	}

	@Test
	void getWhenErrorPageBreaksOffThenStatusAndHeaders() {
		this.server.on("/x", TestResponse.of(503, "x".repeat(1_000), "Retry-After: 30").ending(Ending.TRUNCATED));
		BoundedResponse response = get(url());
		assertThat(response.status()).isEqualTo(503);
		assertThat(response.retryAfter(Instant.EPOCH)).hasSeconds(30);
		assertThat(response.body()).isEmpty();
	}

	@Test
	void getWhenErrorPageIsEncodedThenStatusWithoutWaitingForIt() {
		this.server.on("/x", TestResponse.of(404, PAGE, "Content-Encoding: br").ending(Ending.STALLED));
		BoundedResponse response = get(url());
		assertThat(response.status()).isEqualTo(404);
		assertThat(response.header("Content-Encoding")).isEqualTo("br");
		assertThat(response.body()).isEmpty();
	}

	@Test
	void getWhenDocumentIsEncodedThenRefusedWithoutWaitingForIt() {
		this.server.on("/x", TestResponse.of(200, PAGE, "Content-Encoding: br").ending(Ending.STALLED));
		MalformedResponseException failure = catchThrowableOfType(MalformedResponseException.class, () -> get(url()));
		assertThat(failure).hasMessage("has a content encoding that was not requested");
	}

	private URI url() {
		return URI.create(this.server.url() + "/x");
	}

	private static BoundedResponse get(URI url) {
		return get(url, PATIENCE, PATIENCE);
	}

	private static BoundedResponse get(URI url, Duration connectTimeout, Duration readTimeout) {
		HttpClientSettings settings = HttpClientSettings.defaults().withTimeouts(connectTimeout, readTimeout);
		WebClient built = WebClient.builder()
			.clientConnector(ClientHttpConnectorBuilder.reactor().build(settings))
			.build();
		BoundedResponse response = new BoundedExchange(built, PATIENCE, DataSize.ofMegabytes(1)).get(url, (headers) -> {
		}).block();
		assertThat(response).isNotNull();
		return response;
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
