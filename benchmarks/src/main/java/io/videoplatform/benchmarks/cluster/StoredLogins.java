package io.videoplatform.benchmarks.cluster;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.benchmarks.load.Report;
import io.videoplatform.benchmarks.load.Scale;
import io.videoplatform.internal.store.MasterKey;
import io.videoplatform.internal.store.RecordCipher;
import io.videoplatform.internal.store.RecordCodec;
import io.videoplatform.internal.store.RecordRepository;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.RecordTimes;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.RefreshRequest;
import io.videoplatform.internal.token.shared.SharedRecord;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import org.HdrHistogram.Histogram;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A million logins in the engine, written as a node writes them: bytes of each, and the
 * time of a look-up and of a refresh against that with a thousand. Then as many expire at
 * once as a node may find.
 */
final class StoredLogins implements ClusterRun {

	private static final int FEW = 1_000;

	private static final int MANY = 1_000_000;

	private static final int SAMPLES = 1_000;

	private static final int ACCESS_TOKEN = 1_400;

	private static final int REFRESH_TOKEN = 700;

	@Override
	public void run(Cluster cluster, Scale scale, Report report) {
		Scheduler scheduler = Schedulers.newParallel("stored-logins", 2);
		try (RecordStore store = cluster.engine().store()) {
			Logins logins = new Logins(store, scheduler);
			long empty = cluster.engine().bytes();
			logins.fill(cluster.engine(), 0, FEW, Duration.ofDays(1));
			logins.measure(FEW);
			Times few = logins.measure(FEW);
			int many = scale.times(MANY);
			logins.fill(cluster.engine(), FEW, many, Duration.ofDays(1));
			report.note("stored", "bytes per login, of %d".formatted(many), (cluster.engine().bytes() - empty) / many);
			logins.measure(many);
			Times times = logins.measure(many);
			report.note("stored", "look-up, median and p99, of %d".formatted(FEW), few.lookUp());
			report.note("stored", "look-up, median and p99, of %d".formatted(many), times.lookUp());
			report.note("stored", "refresh, median and p99, of %d".formatted(FEW), few.refresh());
			report.note("stored", "refresh, median and p99, of %d".formatted(many), times.refresh());
			expire(cluster.engine(), logins, many, scale.times(100_000), report);
		}
		finally {
			scheduler.dispose();
		}
	}

	private static void expire(Engine engine, Logins logins, int before, int number, Report report) {
		long held = engine.count();
		logins.fill(engine, before, before + number, Duration.ofSeconds(-30));
		long begun = System.nanoTime();
		boolean gone = Pauses.await(Duration.ofSeconds(90), () -> {
			Pauses.await(Duration.ofSeconds(1));
			return engine.count() <= held;
		});
		report.add("stored", "%d expired logins gone".formatted(number),
				gone ? "within %d s".formatted(Duration.ofNanos(System.nanoTime() - begun).toSeconds()) : "no",
				"within 90 s", gone);
		Times times = logins.measure(before);
		report.note("stored", "look-up, median and p99, afterwards", times.lookUp());
	}

	/**
	 * The logins of a node.
	 */
	private static final class Logins {

		private final Random random = new Random(1);

		private final RecordStore store;

		private final RecordCodec codec = codec();

		private final Scheduler scheduler;

		private final String filler = "x".repeat(ACCESS_TOKEN);

		Logins(RecordStore store, Scheduler scheduler) {
			this.store = store;
			this.scheduler = scheduler;
		}

		private static RecordCodec codec() {
			byte[] key = new byte[MasterKey.LENGTH];
			Arrays.fill(key, (byte) 7);
			MasterKey master = new MasterKey(key);
			return new RecordCodec(new RecordCipher(List.of(master), master, new SecureRandom()), System.out::println);
		}

		private RecordRepository repository(RecordStore store) {
			return new RecordRepository(store, this.codec,
					new RecordTimes(Duration.ofSeconds(14), Duration.ofDays(1), Duration.ofDays(1)),
					Ticker.systemTicker(), this.scheduler, (ex) -> System.out.println(ex));
		}

		private static RecordIdentity identity(int number) {
			return new RecordIdentity("https://api.example.com", "platform",
					"https://login.example.com/realms/platform", "b6dcf4ed-%08d".formatted(number),
					"login-%08d".formatted(number));
		}

		private static SharedRecord record(RecordRepository repository, int number) {
			return repository.record(identity(number));
		}

		private StoredTokens tokens(long now, Duration life) {
			return new StoredTokens(this.filler, Set.of("openid", "profile"), "https://login.example.com/token", now,
					300_000, this.filler.substring(0, REFRESH_TOKEN), now + Math.max(life.toMillis(), 300_000));
		}

		/**
		 * Write logins as the codec does, many at a time.
		 */
		void fill(Engine engine, int from, int to, Duration life) {
			BulkStore bulk = new BulkStore(life);
			RecordRepository repository = repository(bulk);
			for (int begin = from; begin < to; begin += BulkStore.SIZE) {
				for (int number = begin; number < Math.min(to, begin + BulkStore.SIZE); number++) {
					SharedRecord record = record(repository, number);
					record.create(() -> tokens(record.now(), life), Map.of("sid", "session-" + number)).block();
				}
				engine.write(bulk.take());
			}
			repository.close();
		}

		Times measure(int of) {
			Histogram lookUps = new Histogram(3);
			Histogram refreshes = new Histogram(3);
			RecordRepository repository = repository(this.store);
			Flux.range(0, SAMPLES).concatMap((sample) -> {
				int number = this.random.nextInt(of);
				return timed(lookUps, record(repository, number).read())
					.then(timed(refreshes, refresh(repository, number)));
			}).blockLast();
			repository.close();
			return new Times(text(lookUps), text(refreshes));
		}

		private static Mono<TokenRecord> timed(Histogram times, Mono<TokenRecord> work) {
			return Mono.defer(() -> {
				long begun = System.nanoTime();
				return work
					.switchIfEmpty(Mono.error(() -> new IllegalStateException("A login is not stored that should be")))
					.doOnNext((record) -> times.recordValue(System.nanoTime() - begun));
			});
		}

		private Mono<TokenRecord> refresh(RecordRepository repository, int number) {
			SharedRecord shared = record(repository, number);
			return Mono.defer(() -> shared.read()
				.flatMap((record) -> shared.refresh(record.generation(),
						new Renewal(() -> tokens(shared.now(), Duration.ofDays(1))))));
		}

		private static String text(Histogram times) {
			return "%.2f ms, %.2f ms".formatted(times.getValueAtPercentile(50) / 1e6,
					times.getValueAtPercentile(99) / 1e6);
		}

	}

	/**
	 * How long operations took.
	 */
	private record Times(String lookUp, String refresh) {

	}

	/**
	 * A request to a provider that responds at once.
	 */
	private record Renewal(Supplier<StoredTokens> tokens) implements RefreshRequest {

		@Override
		public Mono<StoredTokens> send(TokenRecord record) {
			return Mono.fromSupplier(this.tokens);
		}

		@Override
		public Failed failed(Throwable ex, TokenRecord record) {
			return new Failed(Outcome.UNKNOWN, Duration.ZERO);
		}

	}

}
