package io.videoplatform.internal.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.store.RecordStore.Write;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What each {@link RecordStore} guarantees.
 */
abstract class AbstractRecordStoreTests {

	private static final Duration LIFE = Duration.ofMinutes(10);

	private static final Duration SHORT_LIFE = Duration.ofMinutes(2);

	private static final Duration WAIT = Duration.ofSeconds(20);

	private final String key = key();

	/**
	 * The store of one node.
	 */
	abstract RecordStore store();

	/**
	 * The store of another node on the same engine.
	 */
	abstract RecordStore otherStore();

	/**
	 * Let records age as if time had passed on the clock of the engine.
	 */
	abstract void elapse(Duration time);

	/**
	 * The time of the clock of the engine, in milliseconds since 1970.
	 */
	abstract long engineTime();

	@Test
	void replaceThenDoneOnceAndOnlyIfWhatIsExpectedIsStored() {
		assertThat(read(this.key).isEmpty()).isTrue();
		assertThat(replace("a", "b", "two").isEmpty()).isTrue();
		assertHolds(replace(null, "a", "one"), "a", "one");
		for (String other : List.of("A", "a ", "c")) {
			assertHolds(replace(other, "b", "two"), "a", "one");
		}
		assertHolds(replace(null, "b", "two"), "a", "one");
		assertHolds(replace("a", "b", "two"), "b", "two");
		assertHolds(replace("a", "b", "three"), "b", "two");
		assertHolds(replace(null, "a", "one"), "b", "two");
		assertHolds(read(this.key), "b", "two");
	}

	@Test
	void replaceThenTimeOfTheEngine() {
		long before = engineTime();
		assertThat(replace(null, "a", "one").now()).isBetween(before, engineTime());
		assertThat(replace(null, "b", "two").now()).isBetween(before, engineTime());
	}

	@Test
	void replaceWhenLifeIsOverThenNothingIsExpected() {
		replace(null, "a", "one", SHORT_LIFE);
		elapse(SHORT_LIFE);
		assertThat(replace("a", "b", "two").isEmpty()).isTrue();
		assertHolds(replace(null, "c", "three"), "c", "three");
		assertHolds(read(this.key), "c", "three");
	}

	@Test
	void replaceThenLifeOfTheLastWrite() {
		replace(null, "a", "one", SHORT_LIFE);
		replace("a", "b", "two", LIFE);
		elapse(SHORT_LIFE);
		assertHolds(read(this.key), "b", "two");
		replace("b", "c", "three", SHORT_LIFE);
		replace(null, "d", "four", LIFE);
		replace("b", "d", "four", LIFE);
		elapse(SHORT_LIFE);
		assertThat(read(this.key).isEmpty()).isTrue();
	}

	@Test
	void valuesWithEveryByteAreKept() {
		byte[] value = new byte[70_000];
		new Random(1).nextBytes(value);
		for (int i = 0; i < 256; i++) {
			value[i] = (byte) i;
		}
		block(store().replace(this.key, null, new Write("a", 1, value, LIFE)));
		assertThat(read(this.key).value()).isEqualTo(value);
		assertThat(block(otherStore().read(this.key)).value()).isEqualTo(value);
	}

	@Test
	void keysThatDifferByCaseOrTrailingBlankAreDistinct() {
		replace(null, "a", "one");
		assertThat(read(this.key + " ").isEmpty()).isTrue();
		assertThat(read(this.key.toUpperCase(Locale.ROOT)).isEmpty()).isTrue();
	}

	@Test
	void replaceWhenManyAtOnceThenOne() {
		replace(null, "a", "one");
		AtomicInteger won = new AtomicInteger();
		List<StoredEntry> entries = block(
				Flux.range(0, 50).parallel(10).runOn(Schedulers.boundedElastic()).flatMap((i) -> {
					RecordStore store = (i % 2 == 0) ? store() : otherStore();
					String stamp = "node-" + i;
					return store.replace(this.key, "a", write(stamp, stamp, LIFE))
						.doOnNext((entry) -> won.addAndGet(stamp.equals(entry.stamp()) ? 1 : 0));
				}).sequential().collectList());
		assertThat(won).hasValue(1);
		StoredEntry held = read(this.key);
		assertThat(entries).hasSize(50).allMatch((entry) -> held.stamp() != null && held.stamp().equals(entry.stamp()));
	}

	@Test
	void changesWhenAnotherNodeReplacesThenHint() {
		// Repeated: a hint may be lost, and is until the store has subscribed
		Mono<Void> writes = Mono.defer(this::replaceAtOtherNode)
			.repeatWhen((done) -> done.delayElements(Duration.ofMillis(100)))
			.then();
		Mono<Change> hint = store().changes()
			.takeUntilOther(writes)
			.filter((change) -> this.key.equals(change.key()))
			.next();
		assertThat(block(hint)).isEqualTo(new Change(this.key, 7));
	}

	private Mono<StoredEntry> replaceAtOtherNode() {
		Write write = new Write(stamp(), 7, new byte[0], LIFE);
		return otherStore().read(this.key).flatMap((entry) -> otherStore().replace(this.key, entry.stamp(), write));
	}

	@Test
	void closeThenOperationsFail() {
		store().close();
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> read(this.key));
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> replace(null, "a", "one"));
	}

	static String key() {
		return "key-" + UUID.randomUUID();
	}

	static String stamp() {
		return UUID.randomUUID().toString();
	}

	static <T> T block(Mono<T> operation) {
		return Objects.requireNonNull(operation.block(WAIT));
	}

	private StoredEntry read(String key) {
		return block(store().read(key));
	}

	private StoredEntry replace(@Nullable String expected, String stamp, String value) {
		return replace(expected, stamp, value, LIFE);
	}

	private StoredEntry replace(@Nullable String expected, String stamp, String value, Duration life) {
		return block(store().replace(this.key, expected, write(stamp, value, life)));
	}

	private static Write write(String stamp, String value, Duration life) {
		return new Write(stamp, 1, value.getBytes(StandardCharsets.UTF_8), life);
	}

	private static void assertHolds(StoredEntry entry, String stamp, String value) {
		assertThat(entry.stamp()).isEqualTo(stamp);
		assertThat(new String(entry.value(), StandardCharsets.UTF_8)).isEqualTo(value);
	}

}
