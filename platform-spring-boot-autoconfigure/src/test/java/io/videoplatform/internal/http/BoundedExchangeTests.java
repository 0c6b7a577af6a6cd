package io.videoplatform.internal.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import io.micrometer.observation.ObservationRegistry;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.videoplatform.Gates;
import io.videoplatform.internal.transport.ApplicationHttp;
import io.videoplatform.internal.transport.PlatformHttpClients;
import io.videoplatform.testing.TestKeyStores;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestResponse.Ending;
import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Sinks;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * One request of the engine and its response, with servers that respond late, slowly, in
 * parts or without end. Every buffer that is received is released, however it ends.
 */
class BoundedExchangeTests {

	private static final String GRANT = "grant_type=refresh_token";

	private final TestServer server = new TestServer();

	/**
	 * It counts the buffers in use.
	 */
	private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);

	private final BoundedExchange exchange = new PlatformHttpClients(new ApplicationHttp(
			ClientHttpConnectorBuilder.reactor()
				.withHttpClientCustomizer((client) -> client.option(ChannelOption.ALLOCATOR, this.allocator)),
			ClientHttpConnectorBuilder.jdk(), ClientHttpRequestFactoryBuilder::jdk, WebClient::builder, (builder) -> {
			}, List::of, HttpClientSettings.defaults(), ObservationRegistry.NOOP, null, null), null)
		.exchange(AddressFilter.OFF);

	@AfterEach
	void releasesAllBuffers() {
		Gates.until(() -> this.allocator.metric().usedDirectMemory() == 0);
		this.server.close();
	}

	@Test
	void getWhenRespondedThenStatusHeadersAndBody() {
		this.server.on("/x", TestResponse.of(418, "tea", "X-A: b"));
		BoundedResponse response = get();
		assertThat(response.status()).isEqualTo(418);
		assertThat(response.header("x-a")).isEqualTo("b");
		assertThat(response.body()).asString().isEqualTo("tea");
	}

	@Test
	void postWhenManyAreUnderWayThenEachIsSentOnceAndNoneWaits() {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.server.hold("/x", gate.asMono());
		for (int i = 0; i < 30; i++) {
			this.exchange.post(url(), "/x", (headers) -> {
			}, GRANT).onErrorComplete().subscribe();
		}
		assertThat(this.server.awaitRequests("/x", 30)).hasSize(30)
			.allSatisfy((request) -> assertThat(request.body()).isEqualTo(GRANT));
		gate.tryEmitEmpty();
	}

	static Stream<TestResponse> tooLarge() {
		String large = "x".repeat(3_000_000);
		return Stream.of(TestResponse.of(200, large), TestResponse.of(200, large).ending(Ending.STALLED),
				TestResponse.of(200, large).ending(Ending.TRUNCATED),
				new TestResponse(200, TestResponse.of(200, "", "Content-Encoding: gzip").headers(), compressed(large),
						Ending.COMPLETE));
	}

	private static byte[] compressed(String text) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
			gzip.write(text.getBytes(StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return bytes.toByteArray();
	}

	@ParameterizedTest
	@MethodSource("tooLarge")
	void getWhenTooLargeThenRefusedWithoutReadingOn(TestResponse large) {
		this.server.on("/x", large);
		MalformedResponseException failure = catchThrowableOfType(MalformedResponseException.class, this::get);
		assertThat(failure).hasMessage("is larger than 1048576 bytes");
	}

	@Test
	void getWhenHeadersAreLongThenRefused() {
		this.server.on("/x", TestResponse.status(200, "X-Filler: " + "x".repeat(20_000)));
		assertThat(failure(this.exchange, url()).getMessage()).doesNotContain("no complete response");
	}

	@Test
	void getWhenByteAfterByteThenEndsAtDeadline() {
		responds(aResponse().withBody("x".repeat(100)).withChunkedDribbleDelay(100, 60_000));
		WebClient client = WebClient.builder().build();
		ExchangeFailedException failure = failure(
				new BoundedExchange(client, Duration.ofSeconds(3), DataSize.ofMegabytes(1)), url());
		assertThat(failure).hasMessage("no complete response within 3000 ms");
		assertThat(failure.mayHaveBeenProcessed()).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenBodyBreaksOffThenMayHaveBeenProcessed(Fault fault) {
		responds(aResponse().withFault(fault));
		assertThat(failure(this.exchange, url()).mayHaveBeenProcessed()).isTrue();
	}

	@Test
	void getWhenRefusedThenNotProcessed() throws IOException {
		try (Socket bound = new Socket()) {
			// Nothing listens at its port, and no other process gets it
			bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
			ExchangeFailedException failure = failure(this.exchange,
					URI.create("http://127.0.0.1:" + bound.getLocalPort()));
			assertThat(failure.mayHaveBeenProcessed()).isFalse();
			assertThat(failure).hasMessageContaining("ConnectException");
		}
	}

	@Test
	void getWhenHostUnknownThenNotProcessed() {
		ExchangeFailedException failure = failure(this.exchange, URI.create("http://nowhere.invalid/?secret"));
		assertThat(failure.mayHaveBeenProcessed()).isFalse();
		assertThat(failure.getMessage()).doesNotContain("secret");
	}

	@Test
	void getWhenCertificateUnknownThenNotProcessed(@TempDir Path folder) throws Exception {
		try (TestServer unknown = new TestServer(TestKeyStores.create(folder, "unknown", "EC"))) {
			assertThat(failure(this.exchange, URI.create(unknown.url())).mayHaveBeenProcessed()).isFalse();
			assertThat(unknown.requests()).isEmpty();
		}
	}

	static Stream<TestResponse> errorPages() {
		return Stream.of(TestResponse.of(503, "x".repeat(2_000_000), "Retry-After: 30"),
				TestResponse.of(503, "x", "Retry-After: 30").ending(Ending.TRUNCATED),
				TestResponse.of(503, "x", "Retry-After: 30").ending(Ending.STALLED));
	}

	@ParameterizedTest
	@MethodSource("errorPages")
	void getWhenErrorPageCannotBeReadThenStatusAndHeaders(TestResponse page) {
		this.server.on("/x", page);
		BoundedResponse response = get();
		assertThat(response.status()).isEqualTo(503);
		assertThat(response.retryAfter(Instant.EPOCH)).hasSeconds(30);
		assertThat(response.body()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "HTTP/1.1 200 OK~X-Drip: ", "HTTP/1.1 200 OK~Content-Length: 1000~~x" })
	void getWhenCancelledThenConnectionEnds(String response) throws IOException {
		try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			Disposable get = this.exchange
				.get(URI.create("http://127.0.0.1:" + listener.getLocalPort()), "/x", (headers) -> {
				})
				.subscribe();
			try (Socket socket = listener.accept()) {
				socket.setSoTimeout(60_000);
				assertThat(socket.getInputStream().read()).isNotNegative();
				socket.getOutputStream().write(response.replace("~", "\r\n").getBytes(StandardCharsets.US_ASCII));
				get.dispose();
				awaitEnd(socket.getInputStream());
			}
		}
	}

	/**
	 * Wait for the end of a connection, which must come before a read times out.
	 */
	private static void awaitEnd(InputStream input) throws IOException {
		try {
			input.readAllBytes();
		}
		catch (SocketException ex) {
			assertThat(ex).hasMessageContaining("reset");
		}
	}

	private void responds(ResponseDefinitionBuilder response) {
		this.server.on("/x", TestResponse.stubbed());
		this.server.wireMock().stubFor(any(anyUrl()).willReturn(response));
	}

	private URI url() {
		return URI.create(this.server.url() + "/x?secret");
	}

	private BoundedResponse get() {
		return Objects.requireNonNull(this.exchange.get(url(), "/x", (headers) -> {
		}).block());
	}

	private static ExchangeFailedException failure(BoundedExchange exchange, URI url) {
		return Objects.requireNonNull(
				catchThrowableOfType(ExchangeFailedException.class, () -> exchange.get(url, "/x", (headers) -> {
				}).block()));
	}

}
