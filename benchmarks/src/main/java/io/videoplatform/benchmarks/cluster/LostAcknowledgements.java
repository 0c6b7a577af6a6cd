package io.videoplatform.benchmarks.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.videoplatform.benchmarks.cluster.CallLoad.Phase;
import io.videoplatform.benchmarks.load.Report;
import io.videoplatform.benchmarks.load.Scale;
import io.videoplatform.benchmarks.load.UserAgent;
import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.Counts;

/**
 * The connection to the engine breaks in the place of a response, after the engine has
 * done what it was asked to: at any step of a refresh, at logins and at logouts.
 */
final class LostAcknowledgements implements ClusterRun {

	private static final int USERS = 20;

	private static final int TIMES = 200;

	@Override
	public void run(Cluster cluster, Scale scale, Report report) {
		cluster.start(true, "0s", "0s", "0s", "0s");
		cluster.provider().set("expiresIn", 4).set("idTokens", true);
		refreshes(cluster, scale.times(3 * TIMES), report);
		loginsAndLogouts(cluster, scale.times(TIMES), report);
	}

	private static void refreshes(Cluster cluster, int times, Report report) {
		try (CallLoad load = new CallLoad(cluster, cluster.login(USERS, 4), 100)) {
			load.begin();
			cluster.provider().resetCounts();
			int cut = 0;
			for (int time = 0; time < times; time++) {
				cluster.proxy().cutAtResponse(cluster.engine().writtenMark());
				cut += Pauses.await(Duration.ofSeconds(10), () -> !cluster.proxy().isCutAwaited()) ? 1 : 0;
				Pauses.await(Duration.ofMillis(60));
			}
			Pauses.await(Duration.ofSeconds(8));
			Phase phase = load.phase();
			Counts counts = cluster.provider().counts();
			report.exactly("refresh", "responses cut", cut, times);
			report.note("refresh", "calls " + phase.examples(), phase.summary());
			report.note("refresh", "refreshes", counts.of(Counter.USER_REFRESHES));
			report.exactly("refresh", "refresh tokens sent twice", counts.of(Counter.USER_REUSES), 0);
			report.exactly("refresh", "users logged out", load.loggedOut().size(), 0);
		}
	}

	private static void loginsAndLogouts(Cluster cluster, int times, Report report) {
		cluster.provider().set("expiresIn", 300).resetCounts();
		List<UserAgent> agents = new ArrayList<>();
		int known = 0;
		for (int time = 0; time < times; time++) {
			cluster.proxy().cutAtResponse("");
			agents.add(cluster.login(cluster.node(time % 4), "cut" + time));
			known += outcome(cluster, time).contains("DONE") ? 1 : 0;
		}
		report.exactly("login", "logins known at another node", known, times);
		int ended = 0;
		for (int time = 0; time < times; time++) {
			cluster.proxy().cutAtResponse("");
			agents.get(time).logout().join();
			int user = time;
			ended += Pauses.await(Duration.ofSeconds(3), () -> outcome(cluster, user).contains("LOGIN")) ? 1 : 0;
		}
		report.exactly("logout", "logouts known at another node within 3 s", ended, times);
		// The last ones follow when the engine responds again
		Pauses.await(Duration.ofSeconds(5), () -> revocations(cluster) >= times);
		report.exactly("logout", "refresh tokens revoked", revocations(cluster), times);
	}

	private static long revocations(Cluster cluster) {
		return cluster.provider().counts().of(Counter.REVOCATIONS);
	}

	private static String outcome(Cluster cluster, int user) {
		try (CallLoad load = new CallLoad(cluster, List.of(), 1)) {
			return String.valueOf(load.ask(cluster.node((user + 1) % 4), List.of("cut" + user)).block());
		}
	}

}
