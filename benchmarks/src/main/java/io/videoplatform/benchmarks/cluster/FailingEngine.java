package io.videoplatform.benchmarks.cluster;

import java.time.Duration;

import io.videoplatform.benchmarks.cluster.CallLoad.Phase;
import io.videoplatform.benchmarks.load.Report;
import io.videoplatform.benchmarks.load.Scale;
import io.videoplatform.benchmarks.stub.Counter;

/**
 * The engine is paused, killed, emptied and put back to an older state while users call.
 * Tokens live 30 s.
 */
final class FailingEngine implements ClusterRun {

	private static final int USERS = 20;

	@Override
	public void run(Cluster cluster, Scale scale, Report report) {
		Engine engine = cluster.engine();
		cluster.start("0s", "0s", "0s", "0s", "0s");
		cluster.provider().set("expiresIn", 30).set("idTokens", true);
		try (CallLoad load = new CallLoad(cluster, cluster.login(USERS, 5), 200)) {
			load.begin();
			Phase usual = phase("as usual", load, 25, report);
			engine.pause();
			during("paused", usual, phase("paused", load, 6, report), report);
			engine.resume();
			after("resumed", load, report);
			engine.kill();
			during("killed", usual, phase("killed", load, 6, report), report);
			engine.restart();
			after("restarted", load, report);
			engine.empty();
			during("emptied", usual, phase("emptied", load, 6, report), report);
			after("emptied", load, report);
			engine.save();
			phase("saved", load, 25, report);
			engine.putBack();
			during("put back", usual, phase("put back", load, 6, report), report);
			after("put back", load, report);
			report.exactly("engine", "refresh tokens sent twice", cluster.provider().counts().of(Counter.USER_REUSES),
					0);
			report.exactly("engine", "users logged out", load.loggedOut().size(), 0);
		}
	}

	private static Phase phase(String name, CallLoad load, int seconds, Report report) {
		Pauses.await(Duration.ofSeconds(seconds));
		Phase phase = load.phase();
		report.note(name, "calls of %d s".formatted(seconds), phase.summary());
		phase.examples().forEach((example) -> System.out.println("  " + example));
		return phase;
	}

	private static void during(String name, Phase usual, Phase phase, Report report) {
		report.exactly(name, "logins required", phase.login(), 0);
		report.note(name, "p99 against that without a failure",
				"%.2f".formatted(phase.millis(99) / Math.max(0.001, usual.millis(99))));
	}

	/**
	 * Wait until a claim has ended that was restored, and the access token with it.
	 */
	private static void after(String name, CallLoad load, Report report) {
		phase(name + ", healing", load, 35, report);
		Phase healed = phase(name + ", healed", load, 10, report);
		report.exactly(name, "calls not done 35 s later " + healed.examples(), healed.notDone(), 0);
	}

}
