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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

import io.micrometer.observation.ObservationRegistry;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * The exchanges of discovery and token requests, on each HTTP client and with a server
 * that responds late, slowly or in parts.
 */
class EngineExchangeTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final int SECOND = 1_000;

	private final ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());

	private final List<Socket> accepted = new CopyOnWriteArrayList<>();

	private final List<String> requests = new CopyOnWriteArrayList<>();

	private final List<AutoCloseable> clients = new ArrayList<>();

	EngineExchangeTests() throws IOException {
		this.server.setSoTimeout((int) PATIENCE.toMillis());
	}

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable client : this.clients) {
			client.close();
		}
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

	private BoundedExchange exchange(Engine engine) {
		PlatformHttpClients created = new PlatformHttpClients(engine.builder(), HttpClientSettings.defaults(),
				ObservationRegistry.NOOP, null, null);
		this.clients.add(created::destroy);
		return created.exchange(null);
	}

	private static Mono<BoundedResponse> get(BoundedExchange exchange, URI url) {
		return exchange.get(url, (headers) -> {
		});
	}

	@ParameterizedTest
	@EnumSource
	void getWhenServerCompressesThenRead(Engine engine) {
		try (TestServer compressing = new TestServer()) {
			compressing.otherwise(EngineExchangeTests::compressed);
			assertThat(get(exchange(engine), URI.create(compressing.url() + "/x")).block(PATIENCE)).isNotNull()
				.satisfies((response) -> assertThat(response.body()).asString().isEqualTo("tea"));
		}
	}

	private static TestResponse compressed(RecordedRequest request) {
		TestResponse plain = TestResponse.of(200, "tea");
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
	@CsvSource({ "HTTP_COMPONENTS, ''", "HTTP_COMPONENTS, HTTP/1.1 200 OK~X-Drip: ",
			"HTTP_COMPONENTS, HTTP/1.1 200 OK~Content-Length: 1000~~x", "REACTOR, HTTP/1.1 200 OK~X-Drip: ",
			"JDK, HTTP/1.1 200 OK~X-Drip: ", "JETTY, HTTP/1.1 200 OK~X-Drip: " })
	void getWhenCancelledThenConnectionEnds(Engine engine, String response) throws IOException {
		Disposable exchange = get(exchange(engine), url()).subscribe();
		Socket socket = accept();
		send(socket, response.replace("~", "\r\n"));
		exchange.dispose();
		assertEnds(socket);
	}

	/**
	 * Spring's connector for the JDK's client does not tell that of the end.
	 */
	@ParameterizedTest
	@CsvSource({ "REACTOR, identity", "REACTOR, br", "HTTP_COMPONENTS, identity", "HTTP_COMPONENTS, br",
			"JETTY, identity", "JETTY, br" })
	void getWhenRefusedAndBodyNeverEndsThenNotReadOn(Engine engine, String encoding) throws IOException {
		CompletableFuture<BoundedResponse> get = get(exchange(engine), url()).toFuture();
		Socket socket = accept();
		CompletableFuture<@Nullable Throwable> sending = new CompletableFuture<>();
		startDaemon(() -> sending.complete(catchThrowable(() -> sendBody(socket, encoding))));
		assertThat(get).failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(MalformedResponseException.class);
		assertThat(sending).succeedsWithin(PATIENCE).isInstanceOf(SocketException.class);
	}

	/**
	 * Send a body until the connection ends, or more than would be held in memory.
	 */
	private static void sendBody(Socket socket, String encoding) throws IOException {
		send(socket, "HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n".formatted(encoding,
				DataSize.ofGigabytes(1).toBytes()));
		String part = "x".repeat(SECOND * 64);
		for (long left = DataSize.ofMegabytes(256).toBytes(); left > 0; left -= part.length()) {
			send(socket, part);
		}
	}

	@ParameterizedTest
	@EnumSource
	void postWhenManyAreUnderWayThenNoneWaits(Engine engine) throws InterruptedException {
		BoundedExchange exchange = exchange(engine);
		for (int i = 0; i < 30; i++) {
			exchange.post(url(), (headers) -> {
			}, "grant_type=refresh_token").onErrorComplete().subscribe();
		}
		CountDownLatch read = new CountDownLatch(30);
		startDaemon(() -> acceptAll(read));
		assertThat(read.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
	}

	/**
	 * Read what arrives on each connection. Jetty may open more connections than it has
	 * requests.
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

	/**
	 * The JDK's client offers HTTP/2 also to a server without TLS.
	 */
	@ParameterizedTest
	@EnumSource
	void getWhenServerMayKnowHttp2ThenItIsNotOffered(Engine engine) {
		try (TestServer server = new TestServer()) {
			server.on("/x", TestResponse.of(200, "tea"));
			get(exchange(engine), URI.create(server.url() + "/x")).block(PATIENCE);
			assertThat(server.lastRequest("/x").header("Upgrade")).isNullOrEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource
	void getWhenHeadersAreLargeThenRead(Engine engine) {
		try (TestServer large = new TestServer()) {
			large.on("/x", TestResponse.of(200, "tea", "X-Large: " + "x".repeat(60 * 1024)));
			assertThat(get(exchange(engine), URI.create(large.url() + "/x")).block(PATIENCE)).isNotNull()
				.satisfies((response) -> assertThat(response.header("X-Large")).hasSize(60 * 1024));
		}
	}

	@ParameterizedTest
	@EnumSource
	void getWhenHeadersNeverEndThenRefused(Engine engine) throws IOException {
		CompletableFuture<BoundedResponse> get = get(exchange(engine), url()).toFuture();
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

	/**
	 * More hosts than Apache HttpComponents opens connections by default.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void getWhenManyHostsKeepWaitingThenOthersDoNotWait(boolean reactive) throws Exception {
		try (ServerSocket hosts = new ServerSocket(0, 100)) {
			hosts.setSoTimeout((int) PATIENCE.toMillis());
			Consumer<URI> client = reactive ? webClientToManyHosts() : restClientToManyHosts();
			for (int i = 1; i <= 30; i++) {
				client.accept(URI.create("http://127.0.0.%d:%d/x".formatted(i, hosts.getLocalPort())));
			}
			for (int i = 1; i <= 30; i++) {
				this.accepted.add(hosts.accept());
			}
		}
	}

	private Consumer<URI> webClientToManyHosts() {
		HttpClientAdapter adapter = new HttpComponentsClientAdapter();
		ClientHttpConnector connector = opened(adapter.buildConnector(
				adapter.connectorsToManyHosts(ClientHttpConnectorBuilder.httpComponents()).client(),
				HttpClientSettings.defaults()));
		WebClient client = WebClient.builder().clientConnector(connector).build();
		return (url) -> client.get().uri(url).retrieve().toBodilessEntity().onErrorComplete().subscribe();
	}

	private Consumer<URI> restClientToManyHosts() {
		HttpClientAdapter adapter = new HttpComponentsClientAdapter();
		ClientHttpRequestFactory factory = opened(adapter.buildFactory(
				adapter.factoriesToManyHosts(ClientHttpRequestFactoryBuilder.httpComponents()).client(),
				HttpClientSettings.defaults()));
		return (url) -> startDaemon(() -> factory.createRequest(url, HttpMethod.GET).execute().close());
	}

	private <T> T opened(HttpClientAdapter.Built<T> built) {
		AutoCloseable closer = built.closer();
		assertThat(closer).isNotNull();
		this.clients.add(closer);
		return built.client();
	}

	private BoundedExchange oneConnection(Duration deadline) {
		HttpClientAdapter adapter = new HttpComponentsClientAdapter();
		HttpComponentsClientHttpConnectorBuilder one = ((HttpComponentsClientHttpConnectorBuilder) adapter
			.sendOnce(adapter.restrictConnectors(ClientHttpConnectorBuilder.httpComponents(), null)))
			.withConnectionManagerCustomizer((connections) -> connections.setMaxConnPerRoute(1));
		ClientHttpConnector connector = opened(adapter.buildConnector(one, HttpClientSettings.defaults()));
		WebClient client = WebClient.builder().clientConnector(connector).build();
		return new BoundedExchange(client, deadline, DataSize.ofMegabytes(1));
	}

	private static CompletableFuture<BoundedResponse> post(BoundedExchange exchange, URI url) {
		return exchange.post(url, (headers) -> {
		}, "grant_type=refresh_token").toFuture();
	}

	@Test
	void postWhenCancelledWhileItWaitsThenNotSentAnyMore() throws IOException {
		BoundedExchange exchange = oneConnection(PATIENCE);
		CompletableFuture<BoundedResponse> first = post(exchange, url());
		Socket socket = accept();
		CompletableFuture<BoundedResponse> second = post(exchange, url());
		second.cancel(true);
		first.cancel(true);
		assertEnds(socket);
		this.server.setSoTimeout(SECOND);
		// A connection may have been opened, but nothing is sent over it
		assertThat(catchThrowable(this::accept)).satisfiesAnyOf((none) -> assertThat(none).isNull(),
				(ended) -> assertThat(ended).isInstanceOf(IOException.class));
		for (Socket opened : this.accepted) {
			assertEnds(opened);
		}
		assertThat(this.requests).hasSize(1);
	}

	enum Engine {

		REACTOR, JDK, HTTP_COMPONENTS, JETTY;

		ClientHttpConnectorBuilder<?> builder() {
			return switch (this) {
				case REACTOR -> ClientHttpConnectorBuilder.reactor();
				case JDK -> ClientHttpConnectorBuilder.jdk();
				case HTTP_COMPONENTS -> ClientHttpConnectorBuilder.httpComponents();
				case JETTY -> ClientHttpConnectorBuilder.jetty();
			};
		}

	}

}
