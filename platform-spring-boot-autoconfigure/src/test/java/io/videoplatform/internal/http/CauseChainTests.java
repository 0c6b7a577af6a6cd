package io.videoplatform.internal.http;

import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What has caused a failure.
 */
class CauseChainTests {

	@Test
	void ofWhenCausesAreCircularThenOutermostIsFirstAndItEnds() {
		Throwable outer = new IllegalStateException();
		Throwable inner = new IllegalArgumentException(outer);
		outer.initCause(inner);
		assertThat(CauseChain.of(outer)).startsWith(outer, inner).containsOnly(outer, inner);
		assertThat(CauseChain.root(outer)).isIn(outer, inner);
		assertThat(CauseChain.of(null)).isEmpty();
	}

	@Test
	void unwrapWhenFutureHasFailedThenItsFailure() {
		Throwable failure = new IllegalStateException(new IllegalArgumentException());
		assertThat(CauseChain.unwrap(new CompletionException(failure))).isSameAs(failure);
		assertThat(CauseChain.unwrap(failure)).isSameAs(failure);
		CompletionException withoutCause = new CompletionException("none", null);
		assertThat(CauseChain.unwrap(withoutCause)).isSameAs(withoutCause);
	}

}
