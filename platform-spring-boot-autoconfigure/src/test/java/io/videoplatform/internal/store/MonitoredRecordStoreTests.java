package io.videoplatform.internal.store;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.store.RecordStore.Write;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import io.videoplatform.testing.MovableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link MonitoredRecordStore} and the {@link StoreStatus} that it keeps.
 */
class MonitoredRecordStoreTests {

	private static final StoreUnavailableException LOST = new StoreUnavailableException("The engine is away", null);

	private static final StoreUnavailableException REFUSED = StoreUnavailableException.refused("The engine refuses",
			"OOM", null);

	private final MovableClock clock = new MovableClock();

	private final List<PlatformEvent> events = new ArrayList<>();

	private final StoreStatus status = new StoreStatus(new EventPublisher(this.events::add, this.clock));

	private final Engine engine = new Engine(new MemoryRecordStore(this.clock));

	private final VirtualTimeScheduler scheduler = VirtualTimeScheduler.create();

	private final MonitoredRecordStore store = store("one", this.status);

	private MonitoredRecordStore store(String key, StoreStatus status) {
		MasterKey master = new MasterKey((key + " key of 32 bytes or a few more").getBytes(StandardCharsets.US_ASCII));
		RecordCipher cipher = new RecordCipher(List.of(master), master, new SecureRandom());
		return new MonitoredRecordStore(this.engine, cipher, status, this.scheduler);
	}

	private static Write write() {
		return new Write("stamp", 1, new byte[1], Duration.ofMinutes(1));
	}

	private List<Level> levels() {
		return this.events.stream().map(PlatformEvent::level).filter((level) -> level != Level.DEBUG).toList();
	}

	private void lose(int times) {
		this.engine.down = true;
		for (int i = 0; i < times; i++) {
			assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> this.store.read("key").block());
		}
	}

	private void find() {
		this.engine.down = false;
		this.store.read("key").block();
	}

	@Test
	void readWhenRepeatedThenKeysAreComparedOnce() {
		this.store.replace("key", null, write()).block();
		for (int i = 0; i < 5; i++) {
			this.store.read("key").block();
		}
		assertThat(this.engine.operations).containsExactly("read index-key", "replace index-key", "replace key",
				"read key", "read key", "read key", "read key", "read key");
		assertThat(this.status.isKnown()).isTrue();
		assertThat(this.status.problem()).isNull();
	}

	@Test
	void readWhenEngineWasAwayThenKeysAreComparedAgain() {
		this.store.replace("key", null, write()).block();
		lose(1);
		this.engine.operations.clear();
		find();
		find();
		assertThat(this.engine.operations).containsExactly("read index-key", "read key", "read key");
	}

	@Test
	void replaceWhenKeysAreOthersThenNothingIsReadOrWritten() {
		this.store.replace("key", null, write()).block();
		this.engine.operations.clear();
		MonitoredRecordStore other = store("two", this.status);
		assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> other.read("key").block());
		assertThatExceptionOfType(UnreadableRecordException.class)
			.isThrownBy(() -> other.replace("key", "stamp", write()).block());
		assertThat(this.engine.operations).containsOnly("read index-key");
		assertThat(this.status.problem()).isNotNull()
			.extracting(StoreStatus.Problem::error)
			.isEqualTo(PlatformError.STORE_KEYS);
		assertThat(levels()).containsExactly(Level.ERROR);
	}

	@Test
	void readWhenEngineIsAwayThenSaidOnceAndItsEndOnce() {
		find();
		lose(1);
		find();
		assertThat(levels()).isEmpty();
		lose(5);
		assertThat(this.status.problem()).isNotNull()
			.extracting(StoreStatus.Problem::error)
			.isEqualTo(PlatformError.STORE);
		this.clock.advance(Duration.ofSeconds(90));
		find();
		find();
		assertThat(levels()).containsExactly(Level.WARN, Level.INFO);
		assertThat(this.events).last()
			.extracting(PlatformEvent::message)
			.isEqualTo("The store is usable again after 90 s");
		assertThat(this.status.problem()).isNull();
	}

	@Test
	void readWhenTableIsMissingThenSaidAtOnceAndItsEndOnce() {
		this.engine.failure = new StoreUnavailableException("There is no table", PlatformError.STORE_TABLE, null);
		lose(1);
		assertThat(levels()).containsExactly(Level.ERROR);
		lose(2);
		assertThat(levels()).containsExactly(Level.ERROR);
		assertThat(this.status.problem()).isNotNull()
			.returns("The table of the store does not exist or lacks a column", StoreStatus.Problem::text)
			.extracting(StoreStatus.Problem::error)
			.isEqualTo(PlatformError.STORE_TABLE);
		find();
		assertThat(levels()).containsExactly(Level.ERROR, Level.INFO);
		assertThat(this.status.problem()).isNull();
	}

	private void refuse() {
		this.engine.readOnly = true;
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> this.store.replace("key", null, write()).block());
	}

	@Test
	void replaceWhenEngineRefusesWritesThenReadsDoNotEndThat() {
		find();
		refuse();
		refuse();
		this.store.check().block();
		this.store.read("key").block();
		assertThat(levels()).containsExactly(Level.WARN);
		assertThat(this.status.problem()).isNotNull()
			.returns(PlatformError.STORE, StoreStatus.Problem::error)
			.returns("The store does not take writes: OOM", StoreStatus.Problem::text);
	}

	private static void assertFails(CompletableFuture<?> operation, String message) {
		assertThat(operation).isCompletedExceptionally();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(operation::join)
			.havingCause()
			.isInstanceOf(StoreUnavailableException.class)
			.withMessage(message);
	}

	@Test
	void operationsWhenComparisonGivesNoSignalThenEachFailsByTheLimit() {
		this.engine.silent = true;
		List<CompletableFuture<?>> waiting = List.of(this.store.read("key").toFuture(),
				this.store.replace("key", null, write()).toFuture(), this.store.read("key").toFuture());
		this.scheduler.advanceTimeBy(Duration.ofMillis(4_999));
		assertThat(waiting).noneMatch(CompletableFuture::isDone);
		this.scheduler.advanceTimeBy(Duration.ofMillis(1));
		assertThat(waiting).allSatisfy((operation) -> assertFails(operation, "The store did not respond within 5 s"));
		assertThat(this.engine.operations).containsOnly("read index-key");
		this.engine.silent = false;
		find();
	}

	@Test
	void checksWhenEngineDoesNotRespondThenGoOn() {
		PlatformStore checked = TestStores.bean(this.engine, this.scheduler);
		this.engine.silent = true;
		checked.afterSingletonsInstantiated();
		this.scheduler.advanceTimeBy(Duration.ofSeconds(5));
		assertThat(checked.status().problem()).isNotNull();
		this.engine.silent = false;
		this.scheduler.advanceTimeBy(Duration.ofSeconds(10));
		assertThat(checked.status().isKnown()).isTrue();
		assertThat(checked.status().problem()).isNull();
		checked.destroy();
	}

	@Test
	void closeThenFailuresAreNotSaid() {
		find();
		this.store.close();
		for (int i = 0; i < 3; i++) {
			assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> this.store.read("key").block());
		}
		assertThat(levels()).isEmpty();
		assertThat(this.status.problem()).isNull();
	}

	/**
	 * An engine that notes what it does, and is away at times.
	 */
	private static final class Engine implements RecordStore {

		private RecordStore memory;

		private final List<String> operations = new ArrayList<>();

		private StoreUnavailableException failure = LOST;

		private boolean down;

		private boolean readOnly;

		private boolean silent;

		Engine(RecordStore memory) {
			this.memory = memory;
		}

		@Override
		public Mono<StoredEntry> read(String key) {
			this.operations.add("read " + key);
			if (this.silent) {
				return Mono.never();
			}
			return this.down ? Mono.error(this.failure) : this.memory.read(key);
		}

		@Override
		public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
			this.operations.add("replace " + key);
			if (this.down) {
				return Mono.error(LOST);
			}
			return this.readOnly ? Mono.error(REFUSED) : this.memory.replace(key, expected, write);
		}

		@Override
		public Flux<Change> changes() {
			return this.memory.changes();
		}

		@Override
		public void close() {
			this.memory.close();
		}

	}

}
