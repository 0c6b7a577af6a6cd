package io.videoplatform.internal.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.HttpHeaders;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * One request and its response, on both engines.
 */
class BoundedExchangeTests {

	private final TestServer server = new TestServer();

	@AfterEach
	void stop() {
		this.server.close();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenRespondedThenStatusHeadersAndBody(Engine engine) {
		responds(TestResponse.of(418, "tea", "X-A: b"));
		BoundedResponse response = get(exchange(engine));
		assertThat(response.status()).isEqualTo(418);
		assertThat(response.header("x-a")).isEqualTo("b");
		assertThat(response.body()).asString().isEqualTo("tea");
	}

	@ParameterizedTest
	@EnumSource
	void getWhenNoBodyThenEmpty(Engine engine) {
		responds(TestResponse.status(204));
		assertThat(get(exchange(engine)).body()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void postWhenBodyThenSentOnce(Engine engine) {
		responds(TestResponse.status(200));
		exchange(engine).post(url(), (headers) -> headers.set("Content-Type", "text/plain"), "hello").block();
		assertThat(this.server.requests()).singleElement().satisfies((request) -> {
			assertThat(request.method()).isEqualTo("POST");
			assertThat(request.body()).isEqualTo("hello");
		});
	}

	@ParameterizedTest
	@EnumSource
	void getWhenRedirectThenNotFollowed(Engine engine) {
		responds(TestResponse.redirect("/elsewhere"));
		assertThat(get(exchange(engine)).status()).isEqualTo(302);
		assertThat(this.server.requests()).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource
	void getWhenWithinLimitThenPassed(Engine engine) {
		responds(TestResponse.of(200, "x".repeat(100 * 1024)));
		assertThat(get(exchange(engine)).body()).hasSize(100 * 1024);
	}

	@ParameterizedTest
	@EnumSource
	void getWhenTooLargeThenRefused(Engine engine) {
		responds(TestResponse.of(200, "x".repeat(20 * 1024 * 1024)));
		MalformedResponseException failure = catchThrowableOfType(MalformedResponseException.class,
				() -> get(exchange(engine)));
		assertThat(failure).hasMessage("is larger than 1048576 bytes");
	}

	@ParameterizedTest
	@EnumSource
	void getWhenCompressedBombThenRefused(Engine engine) {
		responds(TestResponse.of(200, "x".repeat(20 * 1024 * 1024), "Content-Encoding: gzip"));
		assertThat(catchThrowableOfType(MalformedResponseException.class, () -> get(exchange(engine)))).isNotNull();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenByteAfterByteThenEndsAtDeadline(Engine engine) {
		responds(TestResponse.of(200, "x".repeat(100)).ending(TestResponse.Ending.SLOW));
		ExchangeFailedException failure = failure(exchange(engine, Duration.ofMillis(300)));
		assertThat(failure).hasMessage("no complete response within 300 ms");
		assertThat(failure.mayHaveBeenProcessed()).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenBodyBreaksOffThenMayHaveBeenProcessed(Engine engine) {
		responds(TestResponse.status(TestResponse.RESET));
		assertThat(failure(exchange(engine)).mayHaveBeenProcessed()).isTrue();
		for (TestResponse.Ending fault : List.of(TestResponse.Ending.GARBAGE, TestResponse.Ending.EMPTY,
				TestResponse.Ending.MALFORMED_CHUNK, TestResponse.Ending.TRUNCATED)) {
			responds(TestResponse.json("{}").ending(fault));
			assertThat(failure(exchange(engine)).mayHaveBeenProcessed()).as("%s", fault).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource
	void getWhenRefusedThenNotProcessed(Engine engine) throws IOException {
		ExchangeFailedException failure = failure(exchange(engine), URI.create("http://127.0.0.1:" + closedPort()));
		assertThat(failure.mayHaveBeenProcessed()).isFalse();
		assertThat(failure).hasMessageStartingWith("ConnectException");
	}

	@ParameterizedTest
	@EnumSource
	void getWhenHostUnknownThenNotProcessed(Engine engine) {
		ExchangeFailedException failure = failure(exchange(engine), URI.create("http://nowhere.invalid/?secret"));
		assertThat(failure.mayHaveBeenProcessed()).isFalse();
		assertThat(failure.getMessage()).doesNotContain("secret");
	}

	@ParameterizedTest
	@EnumSource
	void getWhenCertificateUnknownThenNotProcessed(Engine engine, @TempDir Path folder) throws Exception {
		try (TestServer unknown = new TestServer(SelfSignedKeys.in(folder).factory())) {
			ExchangeFailedException failure = failure(exchange(engine), URI.create(unknown.url()));
			assertThat(failure.mayHaveBeenProcessed()).isFalse();
			assertThat(unknown.requests()).isEmpty();
		}
	}

	private void responds(TestResponse response) {
		this.server.on("", response);
	}

	private URI url() {
		return URI.create("http://127.0.0.1:" + this.server.port() + "/x?secret");
	}

	private BoundedResponse get(BoundedExchange exchange) {
		BoundedResponse response = exchange.get(url(), (headers) -> headers.set(HttpHeaders.ACCEPT, "application/json"))
			.block();
		assertThat(response).isNotNull();
		return response;
	}

	private ExchangeFailedException failure(BoundedExchange exchange) {
		return failure(exchange, url());
	}

	private static ExchangeFailedException failure(BoundedExchange exchange, URI url) {
		ExchangeFailedException failure = catchThrowableOfType(ExchangeFailedException.class,
				() -> exchange.get(url, (headers) -> {
				}).block());
		assertThat(failure).isNotNull();
		return failure;
	}

	private static BoundedExchange exchange(Engine engine) {
		return exchange(engine, Duration.ofSeconds(10));
	}

	private static BoundedExchange exchange(Engine engine, Duration deadline) {
		WebClient client = WebClient.builder().clientConnector(engine.connector()).build();
		return new BoundedExchange(client, deadline, DataSize.ofMegabytes(1));
	}

	private static int closedPort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	enum Engine {

		REACTOR_NETTY, REACTOR_NETTY_COMPRESSED, JDK;

		ClientHttpConnector connector() {
			return switch (this) {
				case REACTOR_NETTY -> new ReactorClientHttpConnector();
				case REACTOR_NETTY_COMPRESSED -> new ReactorClientHttpConnector(HttpClient.create().compress(true));
				case JDK -> new JdkClientHttpConnector();
			};
		}

	}

}
