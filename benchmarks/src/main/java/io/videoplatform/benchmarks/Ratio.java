package io.videoplatform.benchmarks;

import java.util.List;

import org.openjdk.jmh.util.ListStatistics;

/**
 * A ratio of pairs that were measured one after the other, with the interval that holds
 * the true one with 99 % confidence.
 *
 * @param mean the geometric mean
 * @param low the lower bound
 * @param high the upper bound
 */
public record Ratio(double mean, double low, double high) {

	private static final double CONFIDENCE = 0.99;

	/**
	 * Compare.
	 * @param values the values, one for each round
	 * @param floors the floor's, of the same rounds
	 * @return the ratio of the geometric means
	 */
	public static Ratio of(List<Double> values, List<Double> floors) {
		double[] logs = new double[values.size()];
		for (int i = 0; i < logs.length; i++) {
			logs[i] = Math.log(values.get(i) / floors.get(i));
		}
		ListStatistics statistics = new ListStatistics(logs);
		double[] interval = (logs.length > 1) ? statistics.getConfidenceIntervalAt(CONFIDENCE)
				: new double[] { logs[0], logs[0] };
		return new Ratio(Math.exp(statistics.getMean()), Math.exp(interval[0]), Math.exp(interval[1]));
	}

	@Override
	public String toString() {
		return "%.3f (%.3f to %.3f)".formatted(this.mean, this.low, this.high);
	}

}
