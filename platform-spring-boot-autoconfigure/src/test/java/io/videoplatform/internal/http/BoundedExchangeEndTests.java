package io.videoplatform.internal.http;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * An exchange ends by its deadline, whatever is thrown in it: Reactor passes on no
 * {@code VirtualMachineError} and no {@code LinkageError}.
 */
class BoundedExchangeEndTests {

	private static final Duration DEADLINE = Duration.ofMillis(100);

	private static final URI URL = URI.create("http://127.0.0.1:1/x");

	private final TestServer server = new TestServer();

	private final Scheduler scheduler = Schedulers.newSingle("exchange-end", true);

	@AfterEach
	void close() {
		this.server.close();
		this.scheduler.dispose();
	}

	/**
	 * Subscribe as the engine does, on a scheduler's thread.
	 */
	private ExchangeFailedException failure(WebClient client, URI url, Consumer<HttpHeaders> headers) {
		CompletableFuture<BoundedResponse> ended = new CompletableFuture<>();
		BoundedExchange exchange = new BoundedExchange(client, DEADLINE, DataSize.ofMegabytes(1));
		this.scheduler.schedule(() -> exchange.get(url, headers)
			.subscribe(ended::complete, ended::completeExceptionally,
					() -> ended.completeExceptionally(new IllegalStateException("ended empty"))));
		ExecutionException failure = catchThrowableOfType(ExecutionException.class,
				() -> ended.get(60, TimeUnit.SECONDS));
		assertThat(failure).isNotNull();
		assertThat(failure.getCause()).isInstanceOf(ExchangeFailedException.class);
		return (ExchangeFailedException) failure.getCause();
	}

	private static void none(HttpHeaders headers) {
	}

	private static WebClient responding(Mono<ClientResponse> response) {
		return WebClient.builder().exchangeFunction((request) -> response).build();
	}

	@ParameterizedTest
	@EnumSource
	void getWhenErrorWhileSendingThenEnds(Thrown thrown) {
		failure(WebClient.builder().exchangeFunction((request) -> {
			throw thrown.error();
		}).build(), URL, BoundedExchangeEndTests::none);
		failure(responding(Mono.defer(() -> {
			throw thrown.error();
		})), URL, BoundedExchangeEndTests::none);
	}

	@ParameterizedTest
	@EnumSource
	void getWhenErrorWhileTheBodyIsReadThenEnds(Thrown thrown) {
		ClientResponse response = ClientResponse.create(HttpStatus.OK)
			.body(Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(new byte[1])).map((buffer) -> {
				throw thrown.error();
			}))
			.build();
		failure(responding(Mono.just(response)), URL, BoundedExchangeEndTests::none);
		failure(responding(Mono.just(response).publishOn(Schedulers.parallel())), URL, BoundedExchangeEndTests::none);
	}

	@ParameterizedTest
	@EnumSource
	void getWhenErrorWhileHeadersAreSetThenEnds(Thrown thrown) {
		WebClient client = WebClient.builder().clientConnector(new ReactorClientHttpConnector()).build();
		failure(client, URI.create(this.server.url()), (headers) -> {
			throw thrown.error();
		});
	}

	@Test
	void getWhenNothingComesThenEnds() {
		failure(responding(Mono.empty()), URL, BoundedExchangeEndTests::none);
		assertThat(failure(responding(Mono.never()), URL, BoundedExchangeEndTests::none))
			.hasMessage("no complete response within 100 ms");
		ClientResponse endless = ClientResponse.create(HttpStatus.OK).body(Flux.never()).build();
		assertThat(failure(responding(Mono.just(endless)), URL, BoundedExchangeEndTests::none))
			.hasMessage("no complete response within 100 ms");
	}

	enum Thrown {

		STACK_OVERFLOW, LINKAGE, EXCEPTION;

		RuntimeException error() {
			switch (this) {
				case STACK_OVERFLOW -> throw new StackOverflowError("test");
				case LINKAGE -> throw new NoClassDefFoundError("test");
				default -> throw new IllegalStateException("test");
			}
		}

	}

}
