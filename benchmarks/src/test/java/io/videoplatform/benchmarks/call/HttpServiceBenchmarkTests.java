package io.videoplatform.benchmarks.call;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.http.HttpStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The benchmark of HTTP interfaces measures calls that carry a token.
 */
@Tag("full")
class HttpServiceBenchmarkTests {

	@ParameterizedTest
	@EnumSource
	void sendWhenStartedThenIsAuthorized(HttpServiceBenchmark.Group group) {
		HttpServiceBenchmark benchmark = new HttpServiceBenchmark();
		benchmark.group = group;
		try {
			benchmark.start();
			assertThat(benchmark.send().getStatusCode()).isEqualTo(HttpStatus.OK);
		}
		finally {
			benchmark.stop();
		}
	}

}
