package io.videoplatform.benchmarks.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a load run found, beside what was demanded.
 */
final class Report {

	private final List<Row> rows = new ArrayList<>();

	void add(String run, String figure, Object measured, String bar, boolean met) {
		Row row = new Row(run, figure, measured.toString(), bar, met);
		this.rows.add(row);
		System.out.println(row);
	}

	void atMost(String run, String figure, long measured, long most) {
		add(run, figure, measured, "at most " + most, measured <= most);
	}

	void exactly(String run, String figure, long measured, long expected) {
		add(run, figure, measured, "exactly " + expected, measured == expected);
	}

	/**
	 * Note a figure that has no bar.
	 */
	void note(String run, String figure, Object measured) {
		add(run, figure, measured, "", true);
	}

	boolean isMet() {
		return this.rows.stream().allMatch(Row::met);
	}

	static String millis(long nanos) {
		return "%.1f ms".formatted(nanos / 1e6);
	}

	static String millis(Duration duration) {
		return millis(duration.toNanos());
	}

	private record Row(String run, String figure, String measured, String bar, boolean met) {

		@Override
		public String toString() {
			return "%-28s %-44s %20s   %-24s %s".formatted(this.run, this.figure, this.measured, this.bar,
					this.met ? "" : "NOT MET");
		}

	}

}
