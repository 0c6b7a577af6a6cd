package io.videoplatform.benchmarks.cluster;

import java.util.List;

import io.videoplatform.benchmarks.Arguments;
import io.videoplatform.benchmarks.load.Report;
import io.videoplatform.benchmarks.load.Scale;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Runs load on nodes that are processes of their own and share logins in a real engine.
 * Ends with status 1 if a bar was not met.
 */
public final class ClusterRuns {

	private ClusterRuns() {
	}

	/**
	 * Run.
	 * @param args {@code --runs=STEADY,KILLS,LOST,ENGINE,COLD,MILLION},
	 * {@code --engines=REDIS,POSTGRES}, {@code --percent=100} of the usual durations and
	 * numbers of rounds
	 */
	public static void main(String[] args) {
		Arguments arguments = new Arguments(args, List.of("runs", "engines", "percent"));
		Scale scale = new Scale(arguments.number("percent", 100));
		Report report = new Report();
		// Calls that a kill has cut
		LoggingSystem.get(ClusterRuns.class.getClassLoader()).setLogLevel("reactor.netty", LogLevel.OFF);
		for (Run run : arguments.constants("runs", Run.class)) {
			for (Engine.Type engine : arguments.constants("engines", Engine.Type.class)) {
				System.out.println(run + " with " + engine);
				try (Cluster cluster = new Cluster(engine)) {
					run.load().run(cluster, scale, report);
				}
			}
		}
		System.out.println(report.isMet() ? "All bars met" : "Not all bars met");
		System.exit(report.isMet() ? 0 : 1);
	}

	/**
	 * The runs.
	 */
	enum Run {

		STEADY(new SteadyNodes()), KILLS(new KilledNodes()), LOST(new LostAcknowledgements()),

		ENGINE(new FailingEngine()), COLD(new ColdNodes()), MILLION(new StoredLogins());

		private final ClusterRun load;

		Run(ClusterRun load) {
			this.load = load;
		}

		ClusterRun load() {
			return this.load;
		}

	}

}
