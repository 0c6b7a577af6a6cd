package io.videoplatform.benchmarks.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.videoplatform.benchmarks.Arguments;
import io.videoplatform.benchmarks.Ratio;
import io.videoplatform.benchmarks.call.FreshTokenBenchmark.Client;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs {@link FreshTokenBenchmark} in rounds, each with one fork of every client, and
 * compares within the rounds: a machine that is slow for a while is slow for all. The
 * time of a fork is that of its fastest iteration, because what else runs on the machine
 * only ever adds to it.
 */
public final class FreshTokenComparison {

	private static final String BYTES = "gc.alloc.rate.norm";

	private static final int ITERATIONS_PER_SECOND = 100;

	private final Map<Client, List<Double>> times = new EnumMap<>(Client.class);

	private final Map<Client, List<Double>> bytes = new EnumMap<>(Client.class);

	private final Call call;

	private final List<Client> clients;

	private FreshTokenComparison(Call call, List<Client> clients) {
		this.call = call;
		this.clients = clients;
	}

	/**
	 * Compare.
	 * @param args {@code --rounds=10 --seconds=5 --calls=GET,POST --clients=…}; the floor
	 * of each client must be among the clients
	 * @throws RunnerException if a benchmark fails
	 */
	public static void main(String[] args) throws RunnerException {
		Arguments arguments = new Arguments(args, List.of("rounds", "seconds", "calls", "clients"));
		int rounds = arguments.number("rounds", 10);
		int seconds = arguments.number("seconds", 5);
		for (Call call : arguments.constants("calls", Call.class)) {
			FreshTokenComparison comparison = new FreshTokenComparison(call,
					arguments.constants("clients", Client.class));
			for (int round = 1; round <= rounds; round++) {
				comparison.round(seconds, round % 2 == 0);
				System.out.printf("%s, round %d of %d: %s%n", call, round, rounds, comparison.times);
			}
			comparison.print();
		}
	}

	private void round(int seconds, boolean backwards) throws RunnerException {
		List<Client> order = new ArrayList<>(this.clients);
		if (backwards) {
			Collections.reverse(order);
		}
		for (Client client : order) {
			measure(client, seconds);
		}
	}

	private void measure(Client client, int seconds) throws RunnerException {
		Options options = new OptionsBuilder().include(FreshTokenBenchmark.class.getName())
			.param("call", this.call.name())
			.param("client", client.name())
			.forks(1)
			.warmupIterations(5)
			.warmupTime(TimeValue.seconds(1))
			.measurementIterations(seconds * ITERATIONS_PER_SECOND)
			.measurementTime(TimeValue.milliseconds(1_000 / ITERATIONS_PER_SECOND))
			.addProfiler(GCProfiler.class)
			.jvmArgs("-Xms512m", "-Xmx512m", "-XX:+UseParallelGC")
			.shouldFailOnError(true)
			.verbosity(VerboseMode.SILENT)
			.build();
		RunResult result = new Runner(options).runSingle();
		this.times.computeIfAbsent(client, (key) -> new ArrayList<>())
			.add(result.getPrimaryResult().getStatistics().getMin());
		this.bytes.computeIfAbsent(client, (key) -> new ArrayList<>())
			.add(Objects.requireNonNull(result.getSecondaryResults().get(BYTES)).getScore());
	}

	private void print() {
		System.out.printf("%n%s: ratio to the floor, with its 99 %% interval%n", this.call);
		System.out.printf("%-25s %28s %28s %14s%n", "client", "time", "bytes", "bytes/call");
		for (Client client : this.clients) {
			System.out.printf("%-25s %28s %28s %14.0f%n", client, ratio(this.times, client), ratio(this.bytes, client),
					values(this.bytes, client).stream().mapToDouble(Double::doubleValue).average().orElse(0));
		}
	}

	private static Ratio ratio(Map<Client, List<Double>> figures, Client client) {
		return Ratio.of(values(figures, client), values(figures, client.floor()));
	}

	private static List<Double> values(Map<Client, List<Double>> figures, Client client) {
		return figures.getOrDefault(client, List.of());
	}

}
