package io.videoplatform.benchmarks.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.videoplatform.benchmarks.load.Report;
import io.videoplatform.benchmarks.load.Scale;
import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.Counts;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;

/**
 * Cold nodes with one service account make their first calls at the same moment, at a
 * provider that refuses all but one of the logins that overlap; then others with a wrong
 * password. Before that each node has served a request that needs no token, so that the
 * time is that of the call.
 */
final class ColdNodes implements ClusterRun {

	private static final int NODES = 50;

	private static final Duration LATENCY = Duration.ofMillis(300);

	@Override
	public void run(Cluster cluster, Scale scale, Report report) {
		int nodes = scale.times(NODES);
		cluster.provider().set("tokenDelay", LATENCY.toMillis()).set("exclusiveLogins", true);
		cluster.startApplications(nodes, "right");
		report.note("cold", "slowest first request that needs no token, in ms", firstRequest(cluster.nodes()));
		List<String> first = call(cluster.nodes());
		Counts counts = cluster.provider().counts();
		report.exactly("cold", "%d nodes, calls done".formatted(nodes), done(first), nodes);
		report.atMost("cold", "logins", counts.of(Counter.LOGINS), 3);
		report.note("cold", "logins refused", counts.of(Counter.REFUSED_LOGINS));
		report.atMost("cold", "slowest call in ms",
				first.stream().mapToLong(ColdNodes::millis).max().orElse(Long.MAX_VALUE), LATENCY.toMillis() + 2_000);
		wrongPassword(cluster, scale, nodes, report);
	}

	private static void wrongPassword(Cluster cluster, Scale scale, int before, Report report) {
		int nodes = scale.times(NODES) / 2;
		cluster.nodes().forEach(NodeProcess::close);
		cluster.startApplications(nodes, "wrong");
		cluster.provider().resetCounts();
		List<NodeProcess> later = cluster.nodes().subList(before, before + nodes);
		long end = System.nanoTime() + scale.seconds(300).toNanos();
		long calls = 0;
		while (System.nanoTime() < end) {
			calls += call(later).stream().filter((outcome) -> !outcome.contains("DONE")).count();
			Pauses.await(Duration.ofSeconds(3));
		}
		report.note("wrong password", "%d nodes, calls without a token".formatted(nodes), calls);
		report.atMost("wrong password", "logins within %s".formatted(scale.seconds(300)),
				cluster.provider().counts().of(Counter.LOGINS), 3);
	}

	/**
	 * Have each node load what its web server needs for a request, as all do at once.
	 * @return how long the slowest took, in milliseconds
	 */
	private static long firstRequest(List<NodeProcess> nodes) {
		long begun = System.nanoTime();
		request(nodes, "users?names=");
		return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
	}

	private static List<String> call(List<NodeProcess> nodes) {
		return request(nodes, "application");
	}

	private static List<String> request(List<NodeProcess> nodes, String path) {
		return Flux.fromIterable(nodes)
			.flatMap((node) -> HttpClient.newConnection()
				.get()
				.uri("http://127.0.0.1:%d/%s".formatted(node.port(), path))
				.responseContent()
				.aggregate()
				.asString()
				.defaultIfEmpty(""), nodes.size())
			.collectList()
			.blockOptional()
			.orElseThrow();
	}

	private static long done(List<String> outcomes) {
		outcomes.stream()
			.filter((outcome) -> !outcome.contains("DONE"))
			.distinct()
			.limit(3)
			.forEach(System.out::println);
		return outcomes.stream().filter((outcome) -> outcome.contains("DONE")).count();
	}

	private static long millis(String outcome) {
		return TimeUnit.NANOSECONDS.toMillis(Long.parseLong(outcome.split(" ")[0]));
	}

}
