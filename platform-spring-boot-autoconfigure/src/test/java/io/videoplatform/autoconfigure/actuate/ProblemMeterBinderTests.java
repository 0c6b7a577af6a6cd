package io.videoplatform.autoconfigure.actuate;

import java.time.Instant;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Counts of problems.
 */
class ProblemMeterBinderTests {

	private final ProblemMeterBinder binder = new ProblemMeterBinder();

	private final MeterRegistry registry = new SimpleMeterRegistry();

	@Test
	void onEventWhenWarnOrErrorThenCountedByStepAndErrorAlsoBeforeThereIsARegistry() {
		report(PlatformStep.STORE, Level.WARN, PlatformError.STORE);
		this.binder.bindTo(this.registry);
		report(PlatformStep.STORE, Level.WARN, PlatformError.STORE);
		report(PlatformStep.STORE, Level.ERROR, PlatformError.STORE_KEYS);
		report(PlatformStep.ID_TOKEN, Level.WARN, PlatformError.CLOCK_SKEW);
		assertThat(count(this.registry, "store", "store")).isEqualTo(2);
		assertThat(count(this.registry, "store", "store_keys")).isEqualTo(1);
		assertThat(count(this.registry, "id_token", "clock_skew")).isEqualTo(1);
		assertThat(this.registry.getMeters()).hasSize(3);
	}

	@Test
	void onEventWhenOrdinaryWorkThenNotCounted() {
		this.binder.bindTo(this.registry);
		report(PlatformStep.STORE, Level.INFO, null);
		report(PlatformStep.WEBFINGER, Level.DEBUG, PlatformError.TIMEOUT);
		assertThat(this.registry.getMeters()).isEmpty();
	}

	private void report(PlatformStep step, Level level, @Nullable PlatformError error) {
		this.binder.onEvent(new PlatformEvent(Instant.EPOCH, step, level, "What happened", error));
	}

	private static double count(MeterRegistry registry, String step, String errorType) {
		FunctionCounter counter = registry.get("platform.problems")
			.tag("platform.step", step)
			.tag("error.type", errorType)
			.functionCounter();
		return counter.count();
	}

}
