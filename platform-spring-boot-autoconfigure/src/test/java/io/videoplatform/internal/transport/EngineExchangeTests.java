package io.videoplatform.internal.transport;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.BoundedResponse;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * The exchanges of discovery and token requests, with a server that responds late, slowly
 * or in parts.
 */
class EngineExchangeTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final int SECOND = 1_000;

	private final ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());

	private final List<Socket> accepted = new CopyOnWriteArrayList<>();

	private final List<String> requests = new CopyOnWriteArrayList<>();

	EngineExchangeTests() throws IOException {
		this.server.setSoTimeout((int) PATIENCE.toMillis());
	}

	@AfterEach
	void close() throws Exception {
		for (Socket socket : this.accepted) {
			socket.close();
		}
		this.server.close();
	}

	private URI url() {
		return URI.create("http://127.0.0.1:" + this.server.getLocalPort() + "/x");
	}

	/**
	 * Accept a connection and read the head of a request.
	 */
	private Socket accept() throws IOException {
		Socket socket = this.server.accept();
		this.accepted.add(socket);
		readHead(socket);
		return socket;
	}

	private boolean readHead(Socket socket) throws IOException {
		socket.setSoTimeout((int) PATIENCE.toMillis());
		BufferedReader reader = new BufferedReader(
				new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
		String line = reader.readLine();
		if (line != null) {
			this.requests.add(line);
		}
		while (line != null && !line.isEmpty()) {
			line = reader.readLine();
		}
		return line != null;
	}

	private static void send(Socket socket, String text) throws IOException {
		socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
		socket.getOutputStream().flush();
	}

	/**
	 * Wait for the end of a connection, which must come before a read times out.
	 */
	private static void assertEnds(Socket socket) throws IOException {
		socket.setSoTimeout(3 * SECOND);
		try {
			assertThat(socket.getInputStream().read()).isEqualTo(-1);
		}
		catch (SocketException ex) {
			assertThat(ex).hasMessageContaining("reset");
		}
	}

	private static BoundedExchange exchange() {
		return new PlatformHttpClients(
				new ApplicationHttp(ClientHttpConnectorBuilder.reactor(), ClientHttpConnectorBuilder.jdk(),
						ClientHttpRequestFactoryBuilder::jdk, WebClient::builder, (builder) -> {
						}, List::of, HttpClientSettings.defaults(), ObservationRegistry.NOOP, null, null),
				null)
			.exchange(new AddressFilter("127.0.0.1"));
	}

	private static Mono<BoundedResponse> get(BoundedExchange exchange, URI url) {
		return exchange.get(url, (headers) -> {
		});
	}

	@Test
	void getWhenServerCompressesThenLimitedAsRead() {
		try (TestServer compressing = new TestServer()) {
			compressing.otherwise(EngineExchangeTests::compressed);
			assertThat(get(exchange(), URI.create(compressing.url() + "/x")).toFuture()).failsWithin(PATIENCE)
				.withThrowableThat()
				.withMessageContaining("is larger than 1048576 bytes");
		}
	}

	private static TestResponse compressed(RecordedRequest request) {
		TestResponse plain = TestResponse.of(200, "x".repeat(2 * SECOND * SECOND));
		if (!request.header("Accept-Encoding").contains("gzip")) {
			return plain;
		}
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
			gzip.write(plain.content());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new TestResponse(200, plain.headers(), bytes.toByteArray(), plain.ending())
			.with("Content-Encoding: gzip");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "HTTP/1.1 200 OK~X-Drip: ", "HTTP/1.1 200 OK~Content-Length: 1000~~x" })
	void getWhenCancelledThenConnectionEnds(String response) throws IOException {
		Disposable exchange = get(exchange(), url()).subscribe();
		Socket socket = accept();
		send(socket, response.replace("~", "\r\n"));
		exchange.dispose();
		assertEnds(socket);
	}

	@Test
	void getWhenRefusedAndBodyNeverEndsThenNotReadOn() throws IOException {
		CompletableFuture<BoundedResponse> get = get(exchange(), url()).toFuture();
		Socket socket = accept();
		CompletableFuture<@Nullable Throwable> sending = new CompletableFuture<>();
		startDaemon(() -> sending.complete(catchThrowable(() -> sendBody(socket))));
		assertThat(get).failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(MalformedResponseException.class);
		assertThat(sending).succeedsWithin(PATIENCE).isInstanceOf(SocketException.class);
	}

	/**
	 * Send a body until the connection ends, or more than would be held in memory.
	 */
	private static void sendBody(Socket socket) throws IOException {
		send(socket, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n".formatted(DataSize.ofGigabytes(1).toBytes()));
		String part = "x".repeat(SECOND * 64);
		for (long left = DataSize.ofMegabytes(256).toBytes(); left > 0; left -= part.length()) {
			send(socket, part);
		}
	}

	@Test
	void postWhenManyAreUnderWayThenNoneWaits() throws InterruptedException {
		BoundedExchange exchange = exchange();
		for (int i = 0; i < 30; i++) {
			exchange.post(url(), (headers) -> {
			}, "grant_type=refresh_token").onErrorComplete().subscribe();
		}
		CountDownLatch read = new CountDownLatch(30);
		startDaemon(() -> acceptAll(read));
		assertThat(read.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
	}

	/**
	 * Read what arrives on each connection.
	 */
	private void acceptAll(CountDownLatch read) throws IOException {
		while (true) {
			Socket socket = this.server.accept();
			this.accepted.add(socket);
			startDaemon(() -> {
				if (readHead(socket)) {
					read.countDown();
				}
			});
		}
	}

	private static void startDaemon(ThrowingCallable action) {
		Thread thread = new Thread(() -> catchThrowable(action));
		thread.setDaemon(true);
		thread.start();
	}

	@Test
	void getWhenHeadersNeverEndThenRefused() throws IOException {
		CompletableFuture<BoundedResponse> get = get(exchange(), url()).toFuture();
		Socket socket = accept();
		startDaemon(() -> sendHeaders(socket));
		assertThat(get).failsWithin(PATIENCE)
			.withThrowableThat()
			.satisfies((failure) -> assertThat(failure.getMessage()).doesNotContain("no complete response"));
	}

	/**
	 * Send headers until the connection ends.
	 */
	private static void sendHeaders(Socket socket) {
		try {
			send(socket, "HTTP/1.1 200 OK\r\n");
			String header = "X-Filler: " + "x".repeat(1_000) + "\r\n";
			while (!socket.isClosed()) {
				send(socket, header);
			}
		}
		catch (IOException ex) {
			assertThat(ex).isInstanceOf(SocketException.class);
		}
	}

}
