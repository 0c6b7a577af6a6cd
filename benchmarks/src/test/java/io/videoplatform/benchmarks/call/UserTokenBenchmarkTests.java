package io.videoplatform.benchmarks.call;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.security.core.context.SecurityContextHolder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whether all ways to a user's token lead to the same one.
 */
@Tag("full")
class UserTokenBenchmarkTests {

	@Test
	void findWhenAnyWayThenTheSameToken() {
		UserTokenBenchmark benchmark = new UserTokenBenchmark();
		benchmark.start();
		try {
			assertThat(benchmark.known()).isNotNull()
				.isSameAs(benchmark.ofThread())
				.isSameAs(benchmark.ofContext())
				.isSameAs(benchmark.ofNamed());
		}
		finally {
			SecurityContextHolder.clearContext();
			benchmark.stop();
		}
	}

}
