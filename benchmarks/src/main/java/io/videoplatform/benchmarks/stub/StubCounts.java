package io.videoplatform.benchmarks.stub;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Counts the stub's requests.
 */
final class StubCounts {

	private final Map<Counter, AtomicLong> values = Arrays.stream(Counter.values())
		.collect(Collectors.toMap(Function.identity(), (counter) -> new AtomicLong()));

	void count(Counter counter) {
		of(counter).incrementAndGet();
	}

	void set(Counter counter, long value) {
		of(counter).set(value);
	}

	void reset() {
		this.values.values().forEach((value) -> value.set(0));
	}

	/**
	 * Return all counts, one per line.
	 */
	String text() {
		return Arrays.stream(Counter.values())
			.map((counter) -> counter + "=" + of(counter).get())
			.collect(Collectors.joining("\n"));
	}

	private AtomicLong of(Counter counter) {
		AtomicLong value = this.values.get(counter);
		if (value == null) {
			throw new IllegalStateException("No counter " + counter);
		}
		return value;
	}

}
