package io.videoplatform.benchmarks;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The interval of a ratio.
 */
class RatioTests {

	@Test
	void ofWhenPairsShareRatioThenIntervalIsNarrow() {
		Ratio ratio = Ratio.of(List.of(2.0, 4.0, 8.0), List.of(1.0, 2.0, 4.0));
		assertThat(ratio.mean()).isCloseTo(2, within(1e-9));
		assertThat(ratio.low()).isCloseTo(2, within(1e-9));
		assertThat(ratio.high()).isCloseTo(2, within(1e-9));
	}

	@Test
	void ofWhenPairsDifferThenIntervalHoldsMean() {
		Ratio ratio = Ratio.of(List.of(2.0, 3.0, 4.0, 2.5), List.of(2.0, 2.0, 3.0, 3.0));
		assertThat(ratio.low()).isLessThan(ratio.mean());
		assertThat(ratio.high()).isGreaterThan(ratio.mean());
	}

}
