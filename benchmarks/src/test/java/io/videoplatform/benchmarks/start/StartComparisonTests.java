package io.videoplatform.benchmarks.start;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whether the comparison starts what it says; no times and no sizes.
 */
@Tag("full")
class StartComparisonTests {

	@ParameterizedTest
	@EnumSource
	void roundWhenAnyStackThenBothApplicationsReportTheirFigures(Stack stack) {
		StartComparison comparison = new StartComparison(stack);
		comparison.round(true);
		for (Figure figure : Figure.values()) {
			assertThat(comparison.fewest(figure, true)).as("floor's %s", figure).isPositive();
			assertThat(comparison.fewest(figure, false)).as("%s", figure).isPositive();
		}
		assertThat(comparison).asString().contains(stack.name(), "CLASSES", "RSS_KB");
	}

	@ParameterizedTest
	@EnumSource
	void classPathWhenFloorThenNothingOfStarter(Stack stack) {
		assertThat(stack.classPath(true)).contains("spring-webflux")
			.doesNotContain("caffeine", "lettuce", "postgresql");
		assertThat(stack.classPath(false)).contains("caffeine").doesNotContain("lettuce", "postgresql");
	}

}
