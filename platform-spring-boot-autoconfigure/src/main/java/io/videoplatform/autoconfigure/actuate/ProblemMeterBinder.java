package io.videoplatform.autoconfigure.actuate;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EngineListener;
import io.videoplatform.observation.PlatformMeterDocumentation;
import io.videoplatform.observation.PlatformObservationDocumentation.KeyNames;

/**
 * Counts what the log reports as a problem, by step and error. It counts from the start
 * on, also before there is a registry.
 */
final class ProblemMeterBinder implements MeterBinder, EngineListener {

	private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

	private final Map<Problem, AtomicLong> counts = new ConcurrentHashMap<>();

	@Override
	public void bindTo(MeterRegistry registry) {
		this.registries.add(registry);
		this.counts.forEach((problem, count) -> register(registry, problem, count));
	}

	@Override
	public void onEvent(PlatformEvent event) {
		PlatformError error = event.error();
		if (error == null || event.level().compareTo(PlatformEvent.Level.WARN) < 0) {
			return;
		}
		Problem problem = new Problem(event.step(), error);
		AtomicLong count = this.counts.computeIfAbsent(problem, (key) -> new AtomicLong());
		if (count.getAndIncrement() == 0) {
			this.registries.forEach((registry) -> register(registry, problem, count));
		}
	}

	/**
	 * A meter that is registered already stays as it is.
	 */
	private static void register(MeterRegistry registry, Problem problem, AtomicLong count) {
		FunctionCounter.builder(PlatformMeterDocumentation.PROBLEMS.getName(), count, AtomicLong::get)
			.tags(Tags.of(KeyNames.STEP.asString(), problem.step().name().toLowerCase(Locale.ROOT),
					KeyNames.ERROR_TYPE.asString(), problem.error().getCode()))
			.register(registry);
	}

	/**
	 * What is counted as one.
	 *
	 * @param step the step
	 * @param error the error
	 */
	private record Problem(PlatformStep step, PlatformError error) {

	}

}
