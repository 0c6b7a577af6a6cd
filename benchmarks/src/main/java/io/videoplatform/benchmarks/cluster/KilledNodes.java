package io.videoplatform.benchmarks.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

import io.videoplatform.benchmarks.cluster.CallLoad.Phase;
import io.videoplatform.benchmarks.load.Report;
import io.videoplatform.benchmarks.load.Scale;
import io.videoplatform.benchmarks.stub.Counter;

/**
 * Nodes that are killed or paused while the provider holds their refresh, and at any
 * time. Tokens live 10 s and are refreshed after about 6 s.
 */
final class KilledNodes implements ClusterRun {

	private static final int USERS = 20;

	private static final Duration SHORT_PAUSE = Duration.ofSeconds(2);

	/**
	 * Until a claim has ended that a node has left, and the access token with it.
	 */
	private static final Duration SETTLE = Duration.ofSeconds(35);

	/**
	 * So long after the provider has issued tokens a node may not have stored them yet.
	 */
	private static final long WINDOW_MILLIS = 1_500;

	private final Queue<Kill> kills = new ConcurrentLinkedQueue<>();

	@Override
	public void run(Cluster cluster, Scale scale, Report report) {
		cluster.start("0s", "0s", "0s", "0s", "0s");
		cluster.provider().set("expiresIn", 10).set("idTokens", true).set("tokenDelay", 30);
		int rounds = scale.times(4);
		cluster.provider().set("reuses", 0);
		atChosenPoints("reuse 0, no loss", cluster, rounds,
				List.of(Point.KILL_BEFORE, Point.PAUSE_BEFORE, Point.PAUSE_AFTER), 0, report);
		atChosenPoints("reuse 0, killed after", cluster, rounds, List.of(Point.KILL_AFTER), rounds, report);
		atRandom("reuse 0, at random", cluster, scale.times(16), report);
		cluster.provider().set("reuses", 1);
		atChosenPoints("reuse 1", cluster, rounds, List.of(Point.values()), 0, report);
		atRandom("reuse 1, at random", cluster, scale.times(16), report);
	}

	private void atChosenPoints(String name, Cluster cluster, int rounds, List<Point> points, int lost, Report report) {
		begin(cluster);
		try (CallLoad load = new CallLoad(cluster, cluster.login(USERS, 5), 100)) {
			load.begin();
			for (int round = 0; round < rounds; round++) {
				points.forEach((point) -> at(cluster, point));
			}
			end(name, cluster, load, lost, report);
		}
	}

	private void at(Cluster cluster, Point point) {
		cluster.provider().set("hold", point.after ? "AFTER" : "BEFORE");
		if (!Pauses.await(Duration.ofSeconds(15), () -> !cluster.provider().held().isEmpty())) {
			throw new IllegalStateException("No refresh within 15 s");
		}
		stop(cluster, find(cluster, cluster.provider().held()), point.kill);
	}

	private void stop(Cluster cluster, NodeProcess node, boolean kill) {
		if (kill) {
			kill(node);
			cluster.provider().release(false);
			node.launch().await();
			return;
		}
		node.pause();
		Pauses.await(SHORT_PAUSE.dividedBy(2));
		cluster.provider().release(true);
		Pauses.await(SHORT_PAUSE.dividedBy(2));
		node.resume();
	}

	private void atRandom(String name, Cluster cluster, int rounds, Report report) {
		begin(cluster);
		try (CallLoad load = new CallLoad(cluster, cluster.login(USERS, 5), 100)) {
			load.begin();
			for (int round = 0; round < rounds; round++) {
				NodeProcess node = cluster.any();
				if (round % 2 == 0) {
					kill(node);
					node.launch().await();
				}
				else {
					node.pause();
					Pauses.await(Duration.ofMillis(ThreadLocalRandom.current().nextInt(3_000)));
					node.resume();
				}
				Pauses.await(Duration.ofMillis(ThreadLocalRandom.current().nextInt(1_000)));
			}
			end(name, cluster, load, -1, report);
		}
	}

	private void begin(Cluster cluster) {
		this.kills.clear();
		cluster.provider().resetCounts();
	}

	private void kill(NodeProcess node) {
		node.kill();
		this.kills.add(new Kill(node.name(), System.currentTimeMillis()));
	}

	/**
	 * Wait until all is well again, and report.
	 * @param expected how many users are logged out, or -1 for as many as kills explain
	 */
	private void end(String name, Cluster cluster, CallLoad load, int expected, Report report) {
		report.note(name, "calls during it", load.phase().summary());
		Pauses.await(SETTLE);
		Phase settling = load.phase();
		report.note(name, "calls in the 35 s after it", settling.summary());
		settling.examples().forEach((example) -> System.out.println("  " + example));
		Pauses.await(Duration.ofSeconds(12));
		Phase settled = load.phase();
		long explained = cluster.provider()
			.endedByReuse()
			.stream()
			.map((line) -> line.split(" "))
			.filter((login) -> load.loggedOut().contains(login[0]))
			.filter((login) -> this.kills.stream().anyMatch((kill) -> kill.explains(login)))
			.count();
		report.note(name, "refresh tokens sent twice, accepted",
				cluster.provider().counts().of(Counter.ACCEPTED_USER_REUSES));
		report.exactly(name, "users logged out", load.loggedOut().size(), (expected >= 0) ? expected : explained);
		report.exactly(name, "calls not done after that " + settled.examples(), settled.notDone(), 0);
	}

	private static NodeProcess find(Cluster cluster, String name) {
		List<NodeProcess> named = cluster.nodes().stream().filter((node) -> node.name().equals(name)).toList();
		return named.get(0);
	}

	/**
	 * What is done to a node whose refresh the provider holds.
	 */
	private enum Point {

		KILL_BEFORE(true, false), PAUSE_BEFORE(false, false), PAUSE_AFTER(false, true), KILL_AFTER(true, true);

		private final boolean kill;

		/**
		 * Whether the provider has processed it then.
		 */
		private final boolean after;

		Point(boolean kill, boolean after) {
			this.kill = kill;
			this.after = after;
		}

	}

	/**
	 * A kill.
	 *
	 * @param node whose
	 * @param time when, in milliseconds since 1970
	 */
	private record Kill(String node, long time) {

		/**
		 * Whether it came between the provider's commit and the write of a login.
		 * @param login the user, who has acquired the last tokens, and when
		 */
		boolean explains(String[] login) {
			long issued = Long.parseLong(login[2]);
			return this.node.equals(login[1]) && issued <= this.time && this.time - issued < WINDOW_MILLIS;
		}

	}

}
