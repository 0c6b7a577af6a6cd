package io.videoplatform.benchmarks.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a load run found, beside what was demanded.
 */
public final class Report {

	private final List<Row> rows = new ArrayList<>();

	/**
	 * Note a figure and whether its bar is met.
	 */
	public void add(String run, String figure, Object measured, String bar, boolean met) {
		Row row = new Row(run, figure, measured.toString(), bar, met);
		this.rows.add(row);
		System.out.println(row);
	}

	/**
	 * Note a figure that may be so much.
	 */
	public void atMost(String run, String figure, long measured, long most) {
		add(run, figure, measured, "at most " + most, measured <= most);
	}

	/**
	 * Note a figure that has to be just so.
	 */
	public void exactly(String run, String figure, long measured, long expected) {
		add(run, figure, measured, "exactly " + expected, measured == expected);
	}

	/**
	 * Note a figure that has no bar.
	 */
	public void note(String run, String figure, Object measured) {
		add(run, figure, measured, "", true);
	}

	/**
	 * Whether all bars are met.
	 */
	public boolean isMet() {
		return this.rows.stream().allMatch(Row::met);
	}

	/**
	 * Return a time in milliseconds.
	 */
	public static String millis(long nanos) {
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
