package io.videoplatform.internal.store.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import io.videoplatform.Gates;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.store.RecordStore.Write;
import io.videoplatform.internal.store.StoreUnavailableException;
import io.videoplatform.internal.store.StoredEntry;
import io.videoplatform.internal.store.engine.EngineProxy;
import io.videoplatform.internal.store.engine.RedisProcess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * {@link RedisRecordStore} when the engine or the connection to it fails.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisRecordStoreFaultTests {

	@RegisterExtension
	static final RedisProcess redis = new RedisProcess();

	@RegisterExtension
	static final RedisProcess successor = new RedisProcess();

	private static final Duration READ = Duration.ofMillis(250);

	private static final Duration REPLACE = Duration.ofSeconds(1);

	private static final Duration LIFE = Duration.ofMinutes(10);

	private static final Duration NEVER = Duration.ofMinutes(5);

	private final String key = UUID.randomUUID().toString();

	private final EngineProxy proxy = new EngineProxy(redis.port());

	private final RecordStore store = newStore(READ, REPLACE);

	RedisRecordStoreFaultTests() throws IOException {
	}

	@BeforeEach
	void connect() {
		eventually(() -> this.store.replace("warm-up", null, write("warm-up")));
		redis.commands().configResetstat();
	}

	@AfterEach
	void close() throws IOException {
		redis.resume();
		this.store.close();
		this.proxy.close();
	}

	@Test
	void replaceWhenResponseIsLostThenDoneOnce() {
		String expected = null;
		for (int i = 0; i < 200; i++) {
			Write write = write("stamp-" + i);
			this.proxy.cutAtResponse("");
			failure(this.store.replace(this.key, expected, write));
			assertThat(eventually(() -> this.store.read(this.key)).stamp()).isEqualTo(write.stamp());
			StoredEntry repeated = replaceEventually(expected, new Write(write.stamp(), 1, new byte[0], LIFE));
			assertThat(repeated.value()).isEqualTo(write.value());
			expected = write.stamp();
		}
		assertThat(redis.calls("hset")).isEqualTo(200);
		assertThat(redis.calls("publish")).isEqualTo(200);
	}

	@Test
	void replaceWhenConnectionIsCutThenNotRepeatedAfterReconnect() {
		RecordStore patient = newStore(NEVER, NEVER);
		block(patient.read(this.key));
		redis.pause();
		long requested = this.proxy.requested();
		List<CompletableFuture<StoredEntry>> writes = IntStream.range(0, 50)
			.mapToObj((i) -> patient.replace(this.key + i, null, new Write("a", 1, new byte[100], LIFE)).toFuture())
			.toList();
		Gates.until(() -> this.proxy.requested() > requested + 50 * 100);
		this.proxy.cut();
		redis.resume();
		assertThat(writes).allSatisfy((write) -> assertThat(write).failsWithin(NEVER)
			.withThrowableThat()
			.withCauseInstanceOf(StoreUnavailableException.class));
		eventually(() -> patient.read(this.key));
		// Each script looks once at what is stored, and would find the second time that
		// it stays
		assertThat(redis.calls("hget")).isEqualTo(redis.calls("hset")).isLessThanOrEqualTo(50);
		patient.close();
	}

	@Test
	void operationsWhenEngineIsDownThenFailAtOnceAndAreNotHeld() {
		redis.kill();
		Gates.until(() -> unavailable(this.store.read(this.key)));
		List<CompletableFuture<StoredEntry>> writes = IntStream.range(0, 10_000)
			.mapToObj((i) -> this.store.replace(this.key, null, write("a")).toFuture())
			.toList();
		assertThat(writes).allSatisfy((write) -> assertThat(write).failsWithin(REPLACE.multipliedBy(5))
			.withThrowableThat()
			.havingCause()
			.withMessageStartingWith("Redis at 127.0.0.1:%d is not available: ".formatted(this.proxy.port())));
		redis.restart();
		assertThat(eventually(() -> this.store.read(this.key)).isEmpty()).isTrue();
		assertThat(redis.calls("hget")).isZero();
		assertThat(eventually(() -> this.store.read("warm-up")).isEmpty()).isFalse();
	}

	@Test
	void operationsWhenEngineIsPausedThenFailByTheirDeadlinesAndHarmNothing() {
		redis.pause();
		assertThat(failure(this.store.read(this.key))).hasMessage("Redis at 127.0.0.1:%d did not respond within 250 ms",
				this.proxy.port());
		assertThat(failure(this.store.replace(this.key, null, write("a"))))
			.hasMessage("Redis at 127.0.0.1:%d did not respond within 1000 ms", this.proxy.port());
		redis.resume();
		assertThat(eventually(() -> this.store.read("warm-up")).stamp()).isEqualTo("warm-up");
		assertThat(replaceEventually(null, write("b")).stamp()).isEqualTo("a");
	}

	@Test
	void operationsWhenEngineIsPausedThenPendingOnesAreBounded() {
		RecordStore patient = newStore(NEVER, NEVER);
		block(patient.read(this.key));
		redis.pause();
		List<CompletableFuture<StoredEntry>> reads = IntStream.range(0, 7_000)
			.mapToObj((i) -> patient.read(this.key).toFuture())
			.toList();
		Gates.until(() -> reads.stream().filter(RedisRecordStoreFaultTests::isRefused).count() == 2_000);
		redis.resume();
		Gates.until(() -> reads.stream().allMatch(CompletableFuture::isDone));
		assertThat(reads.stream().filter(RedisRecordStoreFaultTests::isRefused)).hasSize(2_000)
			.allSatisfy((read) -> assertThat(read).failsWithin(NEVER)
				.withThrowableThat()
				.havingCause()
				.withMessageEndingWith(" is busy: too many operations wait for it")
				.returns(PlatformError.STORE_BUSY, StoreUnavailableException::errorOf));
		patient.close();
	}

	private static boolean isRefused(CompletableFuture<?> operation) {
		return operation.isCompletedExceptionally()
				&& NestedExceptionUtils.getMostSpecificCause(operation.handle((result, ex) -> ex).join())
					.getMessage()
					.contains("5000 operations have no response");
	}

	@Test
	void firstOperationWhenEngineIsPausedThenCallerDoesNotWait() {
		redis.pause();
		RecordStore late = newStore(READ.multipliedBy(8), REPLACE);
		CompletableFuture<StoredEntry> read = late.read(this.key).toFuture();
		assertThat(read).isNotDone();
		assertThat(read).failsWithin(NEVER).withThrowableThat().withCauseInstanceOf(StoreUnavailableException.class);
		redis.resume();
		assertThat(eventually(() -> late.read("warm-up")).isEmpty()).isFalse();
		late.close();
	}

	@Test
	void operationsWhenConnectionIsSilentThenReplaced() {
		RecordStore impatient = newStore(Duration.ofMillis(200), Duration.ofMillis(200));
		eventually(() -> impatient.read(this.key));
		this.proxy.silence();
		failure(impatient.read(this.key));
		assertThat(eventually(() -> impatient.read("warm-up")).isEmpty()).isFalse();
		impatient.close();
	}

	@Test
	void replaceWhenEngineBecameAReplicaThenConnectionIsReplaced() {
		RecordStore impatient = newStore(Duration.ofMillis(200), Duration.ofMillis(200));
		eventually(() -> impatient.read(this.key));
		redis.commands().replicaof("127.0.0.1", 1);
		this.proxy.leadTo(successor.port());
		eventually(() -> impatient.replace(this.key, null, write("a")));
		redis.commands().replicaofNoOne();
		assertThat(successor.commands().hget("platform:" + this.key, "stamp")).isEqualTo("a");
		impatient.close();
	}

	@Test
	void replaceWhenUserMayNotPublishThenStoredAndRefusalIsReportedOnce(CapturedOutput output) {
		redis.commands()
			.aclSetuser("limited",
					AclSetuserArgs.Builder.on().addPassword("secret").allKeys().allCommands().resetChannels());
		RecordStore limited = store("limited");
		List<Change> hints = new CopyOnWriteArrayList<>();
		Disposable subscription = limited.changes().subscribe(hints::add);
		assertThat(eventually(() -> limited.replace(this.key, null, write("a"))).stamp()).isEqualTo("a");
		Gates
			.until(() -> redis.commands().aclLog().stream().anyMatch((entry) -> "channel".equals(entry.get("reason"))));
		Gates.until(() -> output.getOut().contains("Redis refuses"));
		assertThat(output.getOut()).containsOnlyOnce("Redis refuses the subscription to platform:changes")
			.contains("[store_notifications]");
		assertThat(hints).allMatch(Change.MISSED::equals);
		subscription.dispose();
		limited.close();
	}

	@Test
	void changesWhenUserMaySubscribeButNotPublishThenMissedEveryFewSecondsAndReportedOnce(CapturedOutput output) {
		redis.commands()
			.aclSetuser("mute",
					AclSetuserArgs.Builder.on()
						.addPassword("secret")
						.allKeys()
						.allChannels()
						.allCommands()
						.removeCommand(CommandType.PUBLISH));
		RecordStore mute = store("mute");
		Queue<Change> hints = new ConcurrentLinkedQueue<>();
		Disposable subscription = mute.changes().subscribe(hints::add);
		Gates.until(() -> hints.size() == 1);
		assertThat(eventually(() -> mute.replace(this.key, null, write("a"))).stamp()).isEqualTo("a");
		assertThat(eventually(() -> mute.replace(this.key, "a", write("b"))).stamp()).isEqualTo("b");
		Gates.until(() -> hints.size() == 3);
		assertThat(hints).containsOnly(Change.MISSED);
		assertThat(output.getOut()).containsOnlyOnce("Redis lets no hints be published to platform:changes")
			.contains("[store_notifications]");
		redis.commands().aclSetuser("mute", AclSetuserArgs.Builder.addCommand(CommandType.PUBLISH));
		assertThat(eventually(() -> mute.replace(this.key, "b", write("c"))).stamp()).isEqualTo("c");
		Gates.until(() -> hints.contains(new Change(this.key, 1)));
		subscription.dispose();
		mute.close();
	}

	@Test
	void operationsWhenUserHasTheDocumentedRightsThenDoneAndPublished() {
		AclSetuserArgs documented = AclSetuserArgs.Builder.on()
			.addPassword("secret")
			.keyPattern("platform:*")
			.resetChannels()
			.channelPattern("platform:*")
			.addCommand(CommandType.SCRIPT, CommandKeyword.LOAD);
		Stream
			.of(CommandType.EVAL, CommandType.EVALSHA, CommandType.HGET, CommandType.HMGET, CommandType.HSET,
					CommandType.PEXPIRE, CommandType.TIME, CommandType.SUBSCRIBE, CommandType.PUBLISH, CommandType.PING,
					CommandType.HELLO)
			.forEach(documented::addCommand);
		redis.commands().aclSetuser("documented", documented);
		RecordStore store = store("documented");
		List<Change> hints = new CopyOnWriteArrayList<>();
		Disposable subscription = store.changes().subscribe(hints::add);
		Gates.until(() -> hints.contains(Change.MISSED));
		assertThat(eventually(() -> store.replace(this.key, null, write("a"))).stamp()).isEqualTo("a");
		assertThat(eventually(() -> store.read(this.key)).stamp()).isEqualTo("a");
		Gates.until(() -> hints.stream().anyMatch((hint) -> hint != Change.MISSED));
		subscription.dispose();
		store.close();
	}

	private RecordStore store(String user) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", this.proxy.port());
		server.setUsername(user);
		server.setPassword("secret");
		return new RedisRecordStore(new StoreConnectionFactory(server, null), "platform:", READ, REPLACE);
	}

	@Test
	void operationsWhenEngineIsFlushedThenScriptsAreSentAgain() {
		replaceEventually(null, write("a"));
		redis.commands().flushall();
		redis.commands().scriptFlush();
		assertThat(eventually(() -> this.store.read(this.key)).isEmpty()).isTrue();
		redis.commands().scriptFlush();
		assertThat(replaceEventually(null, write("b")).stamp()).isEqualTo("b");
	}

	@Test
	void readWhenEngineRefusesThenNoValueInTheMessage() {
		RecordStore patient = newStore(NEVER, NEVER);
		redis.commands().lpush("platform:" + this.key, "secret");
		// Of an error within a script, Redis 6.2 has no code of its own
		assertThat(failure(patient.read(this.key)))
			.hasMessageMatching(
					"Redis at 127\\.0\\.0\\.1:%d refused a command: (ERR|WRONGTYPE)".formatted(this.proxy.port()))
			.hasNoCause();
		patient.close();
	}

	@Test
	void operationsWhenReconnectIsRefusedThenCodeIsNamed() {
		redis.commands().configSet("requirepass", "canary");
		this.proxy.cut();
		String refused = "Redis at 127.0.0.1:%d is not available: NOAUTH".formatted(this.proxy.port());
		Gates.until(() -> refused.equals(outcome(this.store.read(this.key))));
		redis.commands().configSet("requirepass", "");
		assertThat(eventually(() -> this.store.read("warm-up")).stamp()).isEqualTo("warm-up");
	}

	@Test
	void replaceWhenEngineIsFullThenCodeIsNamed() {
		redis.commands().configSet("maxmemory", "1");
		String refused = "Redis at 127.0.0.1:%d refused a command: OOM".formatted(this.proxy.port());
		Gates.until(() -> refused.equals(outcome(this.store.replace(this.key, null, write("a")))));
		redis.commands().configSet("maxmemory", "0");
		assertThat(replaceEventually(null, write("b")).stamp()).isEqualTo("b");
	}

	private static String outcome(Mono<StoredEntry> operation) {
		return block(operation.map((entry) -> "done")
			.onErrorResume(StoreUnavailableException.class, (ex) -> Mono.just(String.valueOf(ex.getMessage()))));
	}

	@Test
	void replaceWhenNothingChangesThenNoHint() {
		replaceEventually(null, write("a"));
		replaceEventually(null, write("a"));
		replaceEventually(null, write("b"));
		assertThat(redis.calls("publish")).isEqualTo(1);
	}

	@Test
	void changesWhenEngineIsRestartedThenGoOn() {
		assertThatHintsGoOnAfter(() -> {
			redis.kill();
			Gates.until(() -> unavailable(this.store.read(this.key)));
			redis.restart();
		});
	}

	@Test
	void changesWhenEngineWasPausedThenGoOn() {
		assertThatHintsGoOnAfter(() -> {
			redis.pause();
			failure(this.store.read(this.key));
			redis.resume();
		});
	}

	@Test
	void changesWhenSubscriptionIsKilledThenGoOn() {
		assertThatHintsGoOnAfter(() -> redis.commands().clientKill(KillArgs.Builder.typePubsub()));
	}

	@Test
	void changesWhenConnectionIsSilentThenGoOn() {
		assertThatHintsGoOnAfter(this.proxy::silence);
	}

	@Test
	void changesWhenSubscribedThenMissed() {
		assertThat(block(this.store.changes().next())).isEqualTo(Change.MISSED);
	}

	@Test
	void changesWhenSubscriptionIsKilledThenAnyWhenItIsLostAndWhenItIsBack() {
		Queue<Change> hints = new ConcurrentLinkedQueue<>();
		Disposable subscription = this.store.changes().subscribe(hints::add);
		Gates.until(() -> hints.size() == 1);
		assertThat(hints.remove()).isEqualTo(Change.MISSED);
		redis.commands().clientKill(KillArgs.Builder.typePubsub());
		Gates.until(() -> hints.size() == 2);
		assertThat(hints).containsOnly(Change.ANY);
		subscription.dispose();
	}

	@Test
	void changesWhenConnectionIsSilentThenAnyOnceItIsReplaced() {
		Queue<Change> hints = new ConcurrentLinkedQueue<>();
		Disposable subscription = this.store.changes().subscribe(hints::add);
		Gates.until(() -> hints.size() == 1);
		assertThat(hints.remove()).isEqualTo(Change.MISSED);
		this.proxy.silence();
		Gates.until(() -> hints.size() == 2);
		assertThat(hints).containsOnly(Change.ANY);
		subscription.dispose();
	}

	@Test
	void changesWhenEngineIsDownThenAnyEveryFewSeconds() {
		Queue<Change> hints = new ConcurrentLinkedQueue<>();
		Disposable subscription = this.store.changes().subscribe(hints::add);
		Gates.until(() -> hints.size() == 1);
		assertThat(hints.remove()).isEqualTo(Change.MISSED);
		redis.kill();
		Gates.until(() -> hints.size() == 3);
		redis.restart();
		Gates.until(() -> hints.size() >= 4);
		assertThat(hints).containsOnly(Change.ANY);
		subscription.dispose();
	}

	@Test
	void changesWhenClosedThenComplete() {
		CompletableFuture<Void> end = this.store.changes().then().toFuture();
		this.store.close();
		assertThat(end).succeedsWithin(NEVER);
	}

	@Test
	void closeThenOperationsUnderWayFail() {
		RecordStore patient = newStore(NEVER, NEVER);
		block(patient.read(this.key));
		redis.pause();
		long requested = this.proxy.requested();
		CompletableFuture<StoredEntry> read = patient.read(this.key).toFuture();
		Gates.until(() -> this.proxy.requested() > requested);
		patient.close();
		redis.resume();
		assertThat(read).failsWithin(REPLACE.multipliedBy(5))
			.withThrowableThat()
			.withCauseInstanceOf(StoreUnavailableException.class);
	}

	private void assertThatHintsGoOnAfter(Runnable fault) {
		List<Change> hints = new CopyOnWriteArrayList<>();
		Disposable subscription = this.store.changes().filter((hint) -> !hint.key().isEmpty()).subscribe(hints::add);
		awaitHint(hints);
		fault.run();
		hints.clear();
		awaitHint(hints);
		subscription.dispose();
	}

	private void awaitHint(List<Change> hints) {
		Gates.until(() -> {
			String hinted = UUID.randomUUID().toString();
			eventually(() -> this.store.replace(hinted, null, write("a")));
			return !hints.isEmpty();
		});
	}

	private RecordStore newStore(Duration readDeadline, Duration replaceDeadline) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", this.proxy.port());
		return new RedisRecordStore(new StoreConnectionFactory(server, null), "platform:", readDeadline,
				replaceDeadline);
	}

	private StoredEntry replaceEventually(@Nullable String expected, Write write) {
		return eventually(() -> this.store.replace(this.key, expected, write));
	}

	private static StoredEntry eventually(Supplier<Mono<StoredEntry>> operation) {
		CompletableFuture<StoredEntry> entry = new CompletableFuture<>();
		Gates.until(() -> !unavailable(operation.get().doOnNext(entry::complete)));
		return entry.join();
	}

	private static boolean unavailable(Mono<StoredEntry> operation) {
		return block(operation.map((entry) -> false).onErrorReturn(StoreUnavailableException.class, true));
	}

	private static StoreUnavailableException failure(Mono<StoredEntry> operation) {
		return Objects.requireNonNull(catchThrowableOfType(StoreUnavailableException.class, () -> block(operation)));
	}

	private static Write write(String stamp) {
		return new Write(stamp, 1, ("value of " + stamp).getBytes(StandardCharsets.UTF_8), LIFE);
	}

	private static <T> T block(Mono<T> operation) {
		return Objects.requireNonNull(operation.block(NEVER));
	}

}
