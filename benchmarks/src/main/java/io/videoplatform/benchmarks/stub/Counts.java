package io.videoplatform.benchmarks.stub;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Counts of the stub's requests since the last reset.
 */
public final class Counts {

	private final Map<Counter, AtomicLong> values = Arrays.stream(Counter.values())
		.collect(Collectors.toMap(Function.identity(), (counter) -> new AtomicLong()));

	/**
	 * Read counts that a process has written.
	 */
	static Counts parse(String text) {
		Counts counts = new Counts();
		text.lines()
			.map((line) -> line.split("="))
			.forEach((pair) -> counts.set(Counter.valueOf(pair[0]), Long.parseLong(pair[1])));
		return counts;
	}

	void count(Counter counter) {
		value(counter).incrementAndGet();
	}

	void set(Counter counter, long value) {
		value(counter).set(value);
	}

	void reset() {
		this.values.values().forEach((value) -> value.set(0));
	}

	private AtomicLong value(Counter counter) {
		return this.values.getOrDefault(counter, new AtomicLong());
	}

	/**
	 * Return one count.
	 */
	public long of(Counter counter) {
		return value(counter).get();
	}

	/**
	 * Return the number of token requests of every kind.
	 */
	public long tokenRequests() {
		return of(Counter.LOGINS) + of(Counter.REFRESHES);
	}

	/**
	 * Return all counts, one per line.
	 */
	@Override
	public String toString() {
		return this.values.entrySet()
			.stream()
			.map((count) -> count.getKey() + "=" + count.getValue())
			.collect(Collectors.joining("\n"));
	}

}
