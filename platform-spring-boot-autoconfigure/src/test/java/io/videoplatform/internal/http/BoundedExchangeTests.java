package io.videoplatform.internal.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.Fault;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestResponse.Ending;
import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.HttpHeaders;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * One request and its response.
 */
class BoundedExchangeTests {

	private final WireMockServer server = new WireMockServer(
			WireMockConfiguration.options().dynamicPort().dynamicHttpsPort().gzipDisabled(true));

	@BeforeEach
	void start() {
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.server.stop();
	}

	@Test
	void getWhenRespondedThenStatusHeadersAndBody() {
		responds(aResponse().withStatus(418).withHeader("X-A", "b").withBody("tea"));
		BoundedResponse response = get(exchange());
		assertThat(response.status()).isEqualTo(418);
		assertThat(response.header("x-a")).isEqualTo("b");
		assertThat(response.body()).asString().isEqualTo("tea");
	}

	@Test
	void postWhenBodyThenSentOnce() {
		responds(aResponse());
		exchange().post(url(), (headers) -> headers.set("Content-Type", "text/plain"), "hello").block();
		this.server.verify(1, postRequestedFor(anyUrl()).withRequestBody(equalTo("hello")));
	}

	@Test
	void getWhenTooLargeThenRefused() {
		responds(aResponse().withBody(new byte[20 * 1024 * 1024]));
		MalformedResponseException failure = catchThrowableOfType(MalformedResponseException.class,
				() -> get(exchange()));
		assertThat(failure).hasMessage("is larger than 1048576 bytes");
	}

	@Test
	void getWhenByteAfterByteThenEndsAtDeadline() {
		responds(aResponse().withBody("x".repeat(100)).withChunkedDribbleDelay(100, 60_000));
		ExchangeFailedException failure = failure(exchange(Duration.ofMillis(300)));
		assertThat(failure).hasMessage("no complete response within 300 ms");
		assertThat(failure.mayHaveBeenProcessed()).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenBodyBreaksOffThenMayHaveBeenProcessed(Fault fault) {
		responds(aResponse().withFault(fault));
		assertThat(failure(exchange()).mayHaveBeenProcessed()).isTrue();
	}

	@Test
	void getWhenRefusedThenNotProcessed() throws IOException {
		try (Socket bound = new Socket()) {
			// Nothing listens at its port, and no other process gets it
			bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
			ExchangeFailedException failure = failure(exchange(),
					URI.create("http://127.0.0.1:" + bound.getLocalPort()));
			assertThat(failure.mayHaveBeenProcessed()).isFalse();
			assertThat(failure).hasMessageContaining("ConnectException");
		}
	}

	@Test
	void getWhenHostUnknownThenNotProcessed() {
		ExchangeFailedException failure = failure(exchange(), URI.create("http://nowhere.invalid/?secret"));
		assertThat(failure.mayHaveBeenProcessed()).isFalse();
		assertThat(failure.getMessage()).doesNotContain("secret");
	}

	@Test
	void getWhenCertificateUnknownThenNotProcessed() {
		responds(aResponse());
		ExchangeFailedException failure = failure(exchange(),
				URI.create("https://localhost:" + this.server.httpsPort()));
		assertThat(failure.mayHaveBeenProcessed()).isFalse();
		assertThat(this.server.getAllServeEvents()).isEmpty();
	}

	static Stream<TestResponse> errorPages() {
		return Stream.of(TestResponse.of(503, "x".repeat(2_000_000), "Retry-After: 30"),
				TestResponse.of(503, "x", "Retry-After: 30").ending(Ending.TRUNCATED),
				TestResponse.of(503, "x", "Retry-After: 30").ending(Ending.STALLED));
	}

	@ParameterizedTest
	@MethodSource("errorPages")
	void getWhenErrorPageCannotBeReadThenStatusAndHeaders(TestResponse page) {
		try (TestServer host = new TestServer()) {
			host.on("/x", page);
			BoundedResponse response = Objects
				.requireNonNull(exchange().get(URI.create(host.url() + "/x"), (headers) -> {
				}).block());
			assertThat(response.status()).isEqualTo(503);
			assertThat(response.retryAfter(Instant.EPOCH)).hasSeconds(30);
			assertThat(response.body()).isEmpty();
		}
	}

	private void responds(ResponseDefinitionBuilder response) {
		this.server.resetAll();
		this.server.stubFor(any(anyUrl()).willReturn(response));
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

	private static BoundedExchange exchange() {
		return exchange(Duration.ofSeconds(60));
	}

	private static BoundedExchange exchange(Duration deadline) {
		WebClient client = WebClient.builder()
			.clientConnector(new ReactorClientHttpConnector(HttpClient.create()))
			.build();
		return new BoundedExchange(client, deadline, DataSize.ofMegabytes(1));
	}

}
