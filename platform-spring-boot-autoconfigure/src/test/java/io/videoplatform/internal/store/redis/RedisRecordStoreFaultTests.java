package io.videoplatform.internal.store.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import io.videoplatform.Gates;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.store.RecordStore.Write;
import io.videoplatform.internal.store.RedisStoreNode;
import io.videoplatform.internal.store.StoredEntry;
import io.videoplatform.internal.store.engine.EngineProxy;
import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
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
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * {@link RedisRecordStore} with a Redis, or a network, that fails.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisRecordStoreFaultTests {

	@RegisterExtension
	static final RedisProcess redis = new RedisProcess();

	private static final Duration READ = Duration.ofMillis(250);

	private static final Duration REPLACE = Duration.ofSeconds(1);

	private static final Duration LIFE = Duration.ofMinutes(10);

	private static final Duration NEVER = Duration.ofMinutes(5);

	private final String key = UUID.randomUUID().toString();

	private final EngineProxy proxy = new EngineProxy(redis.port());

	private final List<RedisStoreNode> nodes = new ArrayList<>();

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
		this.nodes.forEach(RedisStoreNode::close);
		this.proxy.close();
	}

	@Test
	void replaceWhenResponseIsLostThenDoneOnce() {
		String expected = null;
		for (int i = 0; i < 20; i++) {
			Write write = write("stamp-" + i);
			this.proxy.cutAtResponse("");
			// The driver may send it once more
			unavailable(this.store.replace(this.key, expected, write));
			assertThat(eventually(() -> this.store.read(this.key)).stamp()).isEqualTo(write.stamp());
			StoredEntry repeated = replaceEventually(expected, new Write(write.stamp(), 1, new byte[0], LIFE));
			assertThat(repeated.value()).isEqualTo(write.value());
			expected = write.stamp();
		}
		assertThat(redis.calls("hset")).isEqualTo(20);
		assertThat(redis.calls("publish")).isEqualTo(20);
	}

	@Test
	void operationsWhenEngineIsPausedThenFailByTheirDeadlinesAndHarmNothing() {
		redis.pause();
		assertThat(failure(this.store.read(this.key))).hasMessage("Redis did not respond in time");
		assertThat(failure(this.store.replace(this.key, null, write("a")))).hasMessage("Redis did not respond in time");
		redis.resume();
		assertThat(eventually(() -> this.store.read("warm-up")).stamp()).isEqualTo("warm-up");
		assertThat(replaceEventually(null, write("b")).stamp()).isEqualTo("a");
	}

	@Test
	void replaceWhenUserMayNotPublishThenRefusedAndSubscriptionIsReportedOnce(CapturedOutput output) {
		redis.commands()
			.aclSetuser("limited",
					AclSetuserArgs.Builder.on().addPassword("secret").allKeys().allCommands().resetChannels());
		RecordStore limited = store("limited");
		Queue<Change> hints = new ConcurrentLinkedQueue<>();
		Disposable subscription = limited.changes().subscribe(hints::add);
		assertThat(eventually(() -> limited.read(this.key)).isEmpty()).isTrue();
		Gates.until(() -> String.valueOf(failure(limited.replace(this.key, null, write("a"))).getMessage())
			.endsWith("NOPERM"));
		assertThat(eventually(() -> limited.read(this.key)).isEmpty()).isTrue();
		Gates.until(() -> hints.size() > 2);
		assertThat(output.getOut()).containsOnlyOnce("Redis refuses the subscription to platform:changes")
			.contains("[store]");
		assertThat(hints).allMatch(Change.ANY::equals);
		subscription.dispose();
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
		Gates.until(() -> hints.contains(Change.ANY));
		assertThat(eventually(() -> store.replace(this.key, null, write("a"))).stamp()).isEqualTo("a");
		assertThat(eventually(() -> store.read(this.key)).stamp()).isEqualTo("a");
		Gates.until(() -> hints.stream().anyMatch((hint) -> hint != Change.ANY));
		subscription.dispose();
	}

	private RecordStore store(String user) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", this.proxy.port());
		server.setUsername(user);
		server.setPassword("secret");
		return newStore(server, READ, REPLACE);
	}

	@Test
	void changesWhenSubscriptionIsKilledThenAnyWhenItIsBack() {
		Queue<Change> hints = new ConcurrentLinkedQueue<>();
		Disposable subscription = this.store.changes().subscribe(hints::add);
		Gates.until(() -> !hints.isEmpty());
		hints.clear();
		redis.commands().clientKill(KillArgs.Builder.typePubsub());
		Gates.until(() -> !hints.isEmpty());
		assertThat(hints).containsOnly(Change.ANY);
		subscription.dispose();
	}

	@Test
	void changesWhenEngineIsDownAtFirstThenAnyUntilItIsThere() {
		redis.kill();
		RecordStore late = newStore(READ, REPLACE);
		Queue<Change> hints = new ConcurrentLinkedQueue<>();
		Disposable subscription = late.changes().subscribe(hints::add);
		Gates.until(() -> hints.size() > 1);
		assertThat(hints).containsOnly(Change.ANY);
		redis.restart();
		awaitHint(late, hints);
		subscription.dispose();
	}

	private static void awaitHint(RecordStore store, Queue<Change> hints) {
		Gates.until(() -> {
			String hinted = UUID.randomUUID().toString();
			eventually(() -> store.replace(hinted, null, write("a")));
			return hints.stream().anyMatch((hint) -> hint.key() != null);
		});
	}

	private RecordStore newStore(Duration readDeadline, Duration replaceDeadline) {
		return newStore(new RedisStandaloneConfiguration("127.0.0.1", this.proxy.port()), readDeadline,
				replaceDeadline);
	}

	private RecordStore newStore(RedisStandaloneConfiguration server, Duration readDeadline, Duration replaceDeadline) {
		RedisStoreNode node = new RedisStoreNode(server, readDeadline, replaceDeadline);
		this.nodes.add(node);
		return node.store();
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
