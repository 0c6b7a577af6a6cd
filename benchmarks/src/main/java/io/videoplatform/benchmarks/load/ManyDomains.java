package io.videoplatform.benchmarks.load;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.Counts;
import io.videoplatform.benchmarks.stub.StubProcess;
import io.videoplatform.client.PlatformClients;
import reactor.core.publisher.Flux;

/**
 * 1,000 platforms on domains of their own, which the application names at run time: what
 * each takes in memory, and whether a token of one reaches another. Each is an address of
 * the loopback network; all name the same provider.
 */
final class ManyDomains implements LoadRun {

	private static final String RUN = "domains";

	private static final int AT_ONCE = 50;

	private static final int CALLS = 3;

	private static final int CHECKS = 24;

	/**
	 * 127.1.0.0/16 has so many addresses that end in 1 to 250.
	 */
	private static final int BLOCK = 250;

	@Override
	public void run(StubProcess platform, Scale scale, Report report) {
		int domains = scale.times(1_000);
		try (PlatformApplication application = PlatformApplication.start(platform.rootUrl(),
				"platform.issuer=" + platform.rootUrl() + "/auth/realms/platform",
				"platform.roots.nearest-address=loopback", "platform.roots.max-size=" + domains)) {
			List<String> roots = IntStream.range(0, 2 * domains).mapToObj((i) -> root(platform, i)).toList();
			PlatformClients clients = application.bean(PlatformClients.class);
			// Classes, connections and their buffers
			call(clients, roots.subList(0, Math.min(AT_ONCE, domains)), 1);
			platform.resetCounts();
			long before = Heap.used();
			call(clients, roots.subList(0, domains), CALLS);
			long held = Heap.used() - before;
			report(platform.counts(), domains, report);
			report.note(RUN, "bytes per domain", held / domains);
			platform.resetCounts();
			call(clients, roots.subList(domains, 2 * domains), CALLS);
			report(platform.counts(), domains, report);
			long bar = held * 6 / 5;
			long others = awaitHeap(before, bar);
			report.add(RUN, "bytes with as many others, when connections were idle for a time", others,
					"at most " + bar, others <= bar);
		}
	}

	/**
	 * Connections that are idle are closed after a time.
	 */
	private static long awaitHeap(long before, long bar) {
		return Objects.requireNonNull(Flux.interval(Duration.ofSeconds(5))
			.map((tick) -> Heap.used() - before)
			.takeUntil((used) -> used <= bar)
			.take(CHECKS)
			.blockLast());
	}

	private static void report(Counts counts, int domains, Report report) {
		report.exactly(RUN, "calls", counts.of(Counter.CALLS), (long) CALLS * domains);
		report.exactly(RUN, "calls with a token of another domain", counts.of(Counter.FOREIGN_TOKENS), 0);
		report.exactly(RUN, "calls without a valid token", counts.of(Counter.UNAUTHORIZED_CALLS), 0);
		report.atMost(RUN, "token requests", counts.tokenRequests(), domains);
	}

	private static String root(StubProcess platform, int number) {
		return "http://%s:%d".formatted(address(number), URI.create(platform.rootUrl()).getPort());
	}

	private static String address(int number) {
		return "127.1.%d.%d".formatted(number / BLOCK, 1 + number % BLOCK);
	}

	/**
	 * Call all domains at once, so many times at once each.
	 */
	private static void call(PlatformClients clients, List<String> roots, int times) {
		Flux.fromIterable(roots)
			.flatMap((root) -> Flux.range(0, times)
				.flatMap((i) -> PlatformApplication.call(clients.forRoot(root).webClient())), AT_ONCE)
			.blockLast();
	}

}
