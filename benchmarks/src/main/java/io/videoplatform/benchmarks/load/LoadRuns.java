package io.videoplatform.benchmarks.load;

import java.util.List;

import io.videoplatform.benchmarks.Arguments;
import io.videoplatform.benchmarks.stub.StubProcess;

/**
 * Runs load runs, each against a platform in a process of its own, and prints what they
 * found. Ends with status 1 if a bar was not met.
 */
public final class LoadRuns {

	private LoadRuns() {
	}

	/**
	 * Run.
	 * @param args
	 * {@code --runs=COLD,EXPIRY,ROTATION,OUTAGE,REJECTION,SIBLINGS,USERS,KEYS,HELD,MIXED,DOMAINS},
	 * {@code --percent=100} of the usual durations and numbers of rounds
	 */
	public static void main(String[] args) {
		Arguments arguments = new Arguments(args, List.of("runs", "percent"));
		Scale scale = new Scale(arguments.number("percent", 100));
		Report report = new Report();
		for (Run run : arguments.constants("runs", Run.class)) {
			try (StubProcess platform = StubProcess.start()) {
				run.load().run(platform, scale, report);
			}
		}
		System.out.println(report.isMet() ? "All bars met" : "Not all bars met");
		System.exit(report.isMet() ? 0 : 1);
	}

	/**
	 * The load runs.
	 */
	enum Run {

		COLD(new ColdStampede()), EXPIRY(new CallsAcrossExpiries()), ROTATION(new RotatingProvider()),
		OUTAGE(new DownHost()), REJECTION(new RejectedTokens()), SIBLINGS(new SiblingLogins()),

		USERS(new UserLogins()), KEYS(new KeyFetches()), HELD(new HeldSessions()), MIXED(new MixedFaults()),
		DOMAINS(new ManyDomains());

		private final LoadRun load;

		Run(LoadRun load) {
			this.load = load;
		}

		LoadRun load() {
			return this.load;
		}

	}

}
