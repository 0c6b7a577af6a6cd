package io.videoplatform.benchmarks.call;

import io.videoplatform.benchmarks.call.FreshTokenBenchmark.Client;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Whether the benchmark measures what it says; no times.
 */
class FreshTokenBenchmarkTests {

	@ParameterizedTest
	@EnumSource
	void sendWhenAnyClientThenRequestIsWrittenWithToken(Client client) {
		FreshTokenBenchmark benchmark = new FreshTokenBenchmark();
		benchmark.client = client;
		for (Call call : Call.values()) {
			benchmark.call = call;
			benchmark.start();
			assertThat(benchmark.send()).extracting(ResponseEntity::getStatusCode).isEqualTo(HttpStatus.OK);
		}
		benchmark.stop();
	}

	@Test
	void sendWhenNoTokenThenFails() {
		WebClient bare = WebClient.builder().exchangeFunction(new InMemoryExchange()).build();
		assertThatIllegalStateException().isThrownBy(() -> Call.GET.send(bare));
	}

}
