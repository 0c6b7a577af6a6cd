package io.videoplatform.benchmarks.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.videoplatform.benchmarks.cluster.ClusterNode.Word;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * Calls at a fixed rate, each for one of several users at one of the nodes that are up,
 * whether or not earlier ones have completed. A user who has to log in again makes no
 * further calls. What a kill or a pause of its node interrupts does not count.
 */
final class CallLoad implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final int CONNECTIONS = 1_000;

	private static final int EXAMPLES = 12;

	private static final Duration WARM_UP = Duration.ofSeconds(60);

	private static final int QUIET = 3;

	private static final int SLOW_MILLIS = 200;

	/**
	 * One request to a node makes it call the API so many times.
	 */
	private static final int BATCH = 5;

	private final ConnectionProvider connections = ConnectionProvider.builder("load")
		.maxConnections(CONNECTIONS)
		.pendingAcquireMaxCount(-1)
		.build();

	private final HttpClient http = HttpClient.create(this.connections).responseTimeout(PATIENCE);

	private final Cluster cluster;

	private final Set<String> users;

	private final Queue<String> loggedOut = new ConcurrentLinkedQueue<>();

	private final Map<String, String> examples = new ConcurrentHashMap<>();

	private final Map<Word, AtomicLong> counts = Map.of(Word.DONE, new AtomicLong(), Word.LATER, new AtomicLong(),
			Word.LOGIN, new AtomicLong(), Word.FAILED, new AtomicLong());

	private final Recorder times = new Recorder(3);

	private final AtomicLong underWay = new AtomicLong();

	private final long interval;

	private final Thread thread = new Thread(this::send, "load");

	private volatile boolean ended;

	CallLoad(Cluster cluster, List<String> users, int perSecond) {
		this.cluster = cluster;
		this.users = ConcurrentHashMap.newKeySet();
		this.users.addAll(users);
		this.interval = BATCH * TimeUnit.SECONDS.toNanos(1) / perSecond;
	}

	/**
	 * Begin, and wait until nodes that have just started are no longer slow.
	 */
	CallLoad begin() {
		this.thread.start();
		long start = System.nanoTime();
		int quiet = 0;
		while (quiet < QUIET && System.nanoTime() - start < WARM_UP.toNanos()) {
			Pauses.await(Duration.ofSeconds(3));
			Phase phase = phase();
			quiet = (phase.notDone() == 0 && phase.millis(99) < SLOW_MILLIS) ? quiet + 1 : 0;
		}
		System.out.printf("Calls begin after %d s of warm-up%n", (System.nanoTime() - start) / 1_000_000_000);
		return this;
	}

	private void send() {
		for (long intended = System.nanoTime(); !this.ended; intended += this.interval) {
			long left = intended - System.nanoTime();
			while (left > 0) {
				LockSupport.parkNanos(left);
				left = intended - System.nanoTime();
			}
			List<String> present = List.copyOf(this.users);
			if (!present.isEmpty()) {
				call(this.cluster.any(),
						IntStream.range(0, BATCH)
							.mapToObj((number) -> present.get(ThreadLocalRandom.current().nextInt(present.size())))
							.toList());
			}
		}
	}

	private void call(NodeProcess node, List<String> names) {
		int disturbances = node.disturbances();
		this.underWay.incrementAndGet();
		ask(node, names).onErrorResume((ex) -> Mono.just("0 " + Word.FAILED + " " + ex)).subscribe((body) -> {
			this.underWay.decrementAndGet();
			if (node.disturbances() == disturbances) {
				List<String> outcomes = body.lines().toList();
				for (int i = 0; i < outcomes.size(); i++) {
					ended(node, names.get(i), outcomes.get(i).split(" ", 3));
				}
			}
		});
	}

	/**
	 * Have a node call the API for users.
	 * @return what came of it, one line for each
	 */
	Mono<String> ask(NodeProcess node, List<String> names) {
		return this.http.get()
			.uri("http://127.0.0.1:%d/users?names=%s".formatted(node.port(), String.join(",", names)))
			.responseContent()
			.aggregate()
			.asString();
	}

	/**
	 * Note an outcome.
	 * @param outcome the time that the call took, a word and more
	 */
	private void ended(NodeProcess node, String user, String[] outcome) {
		this.times.recordValue(Long.parseLong(outcome[0]));
		Word word = Word.valueOf(outcome[1]);
		count(word).incrementAndGet();
		if (word == Word.DONE) {
			return;
		}
		if (word == Word.LOGIN && this.users.remove(user)) {
			this.loggedOut.add(user);
		}
		if (this.examples.size() < EXAMPLES) {
			this.examples.putIfAbsent(word + outcome[2].replaceAll("[0-9]+", "0"),
					node.name() + " " + user + " " + word + " " + outcome[2]);
		}
	}

	/**
	 * Return what came of the calls since this was asked before.
	 */
	Phase phase() {
		Phase phase = new Phase(take(Word.DONE), take(Word.LATER), take(Word.LOGIN), take(Word.FAILED),
				this.times.getIntervalHistogram(), List.copyOf(this.examples.values()));
		this.examples.clear();
		return phase;
	}

	private long take(Word word) {
		return count(word).getAndSet(0);
	}

	private AtomicLong count(Word word) {
		return Objects.requireNonNull(this.counts.get(word));
	}

	/**
	 * Return the users who had to log in again.
	 */
	List<String> loggedOut() {
		return List.copyOf(this.loggedOut);
	}

	/**
	 * End it and wait for the calls under way.
	 */
	@Override
	public void close() {
		this.ended = true;
		long limit = System.nanoTime() + PATIENCE.toNanos();
		while (this.underWay.get() > 0 && System.nanoTime() < limit) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
		}
		this.connections.dispose();
	}

	/**
	 * What came of calls.
	 *
	 * @param done those that the API has responded to
	 * @param later those without a token for a while
	 * @param login those of users who had to log in again
	 * @param failed the others
	 * @param times how long they took, in nanoseconds
	 * @param examples some that were not done
	 */
	record Phase(long done, long later, long login, long failed, Histogram times, List<String> examples) {

		long notDone() {
			return this.later + this.login + this.failed;
		}

		String summary() {
			return "%d done, %d later, %d login, %d failed, p50 %.1f, p99 %.1f, max %.1f ms".formatted(this.done,
					this.later, this.login, this.failed, millis(50), millis(99), millis(100));
		}

		double millis(double percentile) {
			return this.times.getValueAtPercentile(percentile) / 1e6;
		}

	}

}
