package io.videoplatform.internal.http;

import java.net.URI;
import java.time.Duration;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.videoplatform.Gates;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestResponse.Ending;
import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every buffer that an exchange receives is released, however it ends: Netty's allocator
 * counts them.
 */
class BoundedExchangeBuffersTests {

	private static final DataSize LIMIT = DataSize.ofKilobytes(256);

	private static final String BODY = "x".repeat((int) LIMIT.toBytes());

	private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);

	private final TestServer server = new TestServer();

	private final WebClient client = WebClient.builder()
		.clientConnector(
				new ReactorClientHttpConnector(HttpClient.create().option(ChannelOption.ALLOCATOR, this.allocator)))
		.build();

	@AfterEach
	void close() {
		this.server.close();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenEndedThenReleased(End end) {
		this.server.on("/x", end.response);
		Mono<BoundedResponse> response = new BoundedExchange(this.client, end.deadline(), LIMIT)
			.get(URI.create(this.server.url() + "/x"), (headers) -> {
			});
		assertThat(response.hasElement().onErrorReturn(false).block()).isEqualTo(end == End.COMPLETE);
		Gates.until(() -> this.allocator.metric().usedDirectMemory() == 0);
	}

	enum End {

		COMPLETE(TestResponse.of(200, BODY)),

		TRUNCATED(TestResponse.of(200, BODY).ending(Ending.TRUNCATED)),

		TIMED_OUT(TestResponse.of(200, BODY).ending(Ending.STALLED)),

		TOO_LARGE(TestResponse.of(200, BODY + BODY)),

		TOO_LARGE_AND_TRUNCATED(TestResponse.of(200, BODY + BODY + BODY).ending(Ending.TRUNCATED));

		private final TestResponse response;

		End(TestResponse response) {
			this.response = response;
		}

		/**
		 * Return a short deadline only where it ends the exchange.
		 */
		Duration deadline() {
			return (this.response.ending() == Ending.STALLED) ? Duration.ofMillis(500) : Duration.ofSeconds(20);
		}

	}

}
