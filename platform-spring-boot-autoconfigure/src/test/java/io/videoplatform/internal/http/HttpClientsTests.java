package io.videoplatform.internal.http;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;

import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestResponse.Ending;
import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What an exchange concludes from what Reactor Netty reports.
 */
class HttpClientsTests {

	private static final String PAGE = "x".repeat(2_000_000);

	private final TestServer server = new TestServer();

	@AfterEach
	void close() {
		this.server.close();
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
		WebClient client = WebClient.builder()
			.clientConnector(new ReactorClientHttpConnector(HttpClient.create()))
			.build();
		BoundedResponse response = new BoundedExchange(client, Duration.ofSeconds(60), DataSize.ofMegabytes(1))
			.get(url, (headers) -> {
			})
			.block();
		assertThat(response).isNotNull();
		return response;
	}

}
