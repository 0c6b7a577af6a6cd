package io.videoplatform.benchmarks.stub;

import java.util.EnumMap;
import java.util.Map;

/**
 * Counts of the stub's requests since the last reset.
 */
public final class Counts {

	private final Map<Counter, Long> values = new EnumMap<>(Counter.class);

	Counts(String text) {
		text.lines()
			.map((line) -> line.split("="))
			.forEach((pair) -> this.values.put(Counter.valueOf(pair[0]), Long.valueOf(pair[1])));
	}

	/**
	 * Return one count.
	 * @param counter what was counted
	 * @return the count
	 */
	public long of(Counter counter) {
		return this.values.getOrDefault(counter, 0L);
	}

	/**
	 * Return the number of token requests of every kind.
	 * @return the number
	 */
	public long tokenRequests() {
		return of(Counter.LOGINS) + of(Counter.REFRESHES);
	}

}
