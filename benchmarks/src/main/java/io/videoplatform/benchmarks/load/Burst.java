package io.videoplatform.benchmarks.load;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Calls that are sent at once.
 *
 * @param responses how many calls succeeded
 * @param failures the failures, one of each kind
 */
record Burst(int responses, Map<String, Throwable> failures) {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	static Burst send(int calls, Supplier<? extends Mono<?>> call) {
		AtomicInteger responses = new AtomicInteger();
		Map<String, Throwable> failures = new ConcurrentHashMap<>();
		Flux.range(0, calls)
			.flatMap((number) -> call.get()
				.doOnSuccess((response) -> responses.incrementAndGet())
				.then()
				.onErrorResume((ex) -> {
					failures.putIfAbsent(ex.getClass().getSimpleName(), ex);
					return Mono.empty();
				}), calls)
			.blockLast(PATIENCE);
		return new Burst(responses.get(), failures);
	}

}
