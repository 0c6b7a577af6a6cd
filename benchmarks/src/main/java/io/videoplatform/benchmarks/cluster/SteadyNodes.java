package io.videoplatform.benchmarks.cluster;

import java.time.Duration;

import io.videoplatform.benchmarks.cluster.CallLoad.Phase;
import io.videoplatform.benchmarks.load.Report;
import io.videoplatform.benchmarks.load.Scale;
import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.Counts;

/**
 * 500 calls per second for 20 logins at ten nodes, one of them with a clock that is ten
 * minutes fast, one with a slow one. Tokens live 3 s, each refresh token can be used
 * once, and each refresh brings an ID token.
 */
final class SteadyNodes implements ClusterRun {

	private static final int USERS = 20;

	private static final int LIFETIME = 3;

	@Override
	public void run(Cluster cluster, Scale scale, Report report) {
		String name = "steady";
		cluster.start("0s", "0s", "0s", "0s", "0s", "0s", "0s", "0s", "10m", "-10m");
		cluster.provider()
			.set("expiresIn", LIFETIME)
			.set("idTokens", true)
			.set("tokenDelay", 20)
			.set("earlyPercent", 25);
		try (CallLoad load = new CallLoad(cluster, cluster.login(USERS, 8), 500)) {
			load.begin();
			load.phase();
			report.exactly(name, "users logged out while warming up", load.loggedOut().size(), 0);
			cluster.provider().resetCounts();
			long operations = cluster.engine().operations();
			Duration time = scale.seconds(120);
			Pauses.await(time);
			Counts counts = cluster.provider().counts();
			long refreshes = counts.of(Counter.USER_REFRESHES);
			Phase phase = load.phase();
			report.note(name, "calls", phase.summary());
			report.note(name, "refreshes", refreshes);
			report.note(name, "refreshes per login, one each s",
					"%.2f".formatted(time.toMillis() / 1e3 * USERS / refreshes));
			report.note(name, "operations of the engine per refresh",
					"%.1f".formatted((cluster.engine().operations() - operations) / (double) refreshes));
			report.exactly(name, "calls not done " + phase.examples(), phase.notDone(), 0);
			cluster.provider().earlyRefreshes().forEach((early) -> System.out.println("  early: " + early));
			report.exactly(name, "second refreshes of one refresh point", counts.of(Counter.EARLY_USER_REFRESHES), 0);
			report.exactly(name, "refresh tokens sent twice", counts.of(Counter.USER_REUSES), 0);
			report.exactly(name, "refreshes refused", counts.of(Counter.REFUSED_USER_REFRESHES), 0);
			report.exactly(name, "users logged out", load.loggedOut().size(), 0);
		}
	}

}
