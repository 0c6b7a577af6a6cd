package io.videoplatform.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.autoconfigure.StoreStatus.Kind;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.store.KeyCheck;
import io.videoplatform.internal.store.MasterKey;
import io.videoplatform.internal.store.MemoryRecordStore;
import io.videoplatform.internal.store.RecordCipher;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.RecordStore.Write;
import io.videoplatform.internal.store.StoreUnavailableException;
import io.videoplatform.internal.store.StoredEntry;
import io.videoplatform.internal.store.UnreadableRecordException;
import io.videoplatform.testing.MovableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link MonitoredRecordStore} and the {@link StoreStatus} that it keeps.
 */
class MonitoredRecordStoreTests {

	private static final StoreUnavailableException LOST = new StoreUnavailableException("The engine is away", null);

	private final MovableClock clock = new MovableClock();

	private final List<PlatformEvent> events = new ArrayList<>();

	private final StoreStatus status = new StoreStatus(new EventPublisher(this.events::add, this.clock));

	private final Engine engine = new Engine(new MemoryRecordStore(this.clock));

	private final MonitoredRecordStore store = store("one", this.status);

	private MonitoredRecordStore store(String key, StoreStatus status) {
		MasterKey master = new MasterKey((key + " key of 32 bytes or a few more").getBytes(StandardCharsets.US_ASCII));
		RecordCipher cipher = new RecordCipher(List.of(master), master, new SecureRandom());
		return new MonitoredRecordStore(this.engine, new KeyCheck(this.engine, cipher), status);
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
		for (int i = 0; i < 5; i++) {
			this.store.read("key").block();
		}
		assertThat(this.engine.operations).containsExactly("read index-key", "replace index-key", "read key",
				"read key", "read key", "read key", "read key");
		assertThat(this.status.isKnown()).isTrue();
		assertThat(this.status.problem()).isNull();
	}

	@Test
	void readWhenEngineWasAwayThenKeysAreComparedAgain() {
		find();
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
		assertThat(this.status.problem()).isNotNull().extracting(StoreStatus.Problem::kind).isEqualTo(Kind.OTHER_KEYS);
		assertThat(levels()).containsExactly(Level.ERROR);
	}

	@Test
	void checkWhenKeysFitAgainThenSaidOnce() {
		MonitoredRecordStore other = store("two", this.status);
		other.check().block();
		assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> this.store.check().block());
		other.check().block();
		assertThat(this.status.problem()).isNull();
		assertThat(levels()).containsExactly(Level.ERROR, Level.INFO);
	}

	@Test
	void readWhenEngineIsAwayThenSaidOnceAndItsEndOnce() {
		find();
		lose(5);
		assertThat(this.status.problem()).isNotNull().extracting(StoreStatus.Problem::kind).isEqualTo(Kind.UNREACHABLE);
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
	void readWhenOneResponseIsLostThenNotSaid() {
		find();
		lose(1);
		find();
		assertThat(levels()).isEmpty();
	}

	@Test
	void readWhenEngineGoesAndComesThenSaidOnceAMinute() {
		find();
		for (int i = 0; i < 10; i++) {
			lose(3);
			find();
		}
		assertThat(levels()).containsExactly(Level.WARN, Level.INFO);
		lose(3);
		this.clock.advance(Duration.ofMinutes(2));
		lose(1);
		assertThat(levels()).containsExactly(Level.WARN, Level.INFO, Level.WARN);
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

	@Test
	void changesThenThoseOfTheEngine() {
		List<RecordStore.Change> changes = new ArrayList<>();
		this.store.changes().subscribe(changes::add);
		this.store.replace("key", null, write()).block();
		assertThat(changes).contains(new RecordStore.Change("key", 1));
	}

	/**
	 * An engine that notes what it does, and is away at times.
	 */
	private static final class Engine implements RecordStore {

		private final RecordStore memory;

		private final List<String> operations = new ArrayList<>();

		private boolean down;

		Engine(RecordStore memory) {
			this.memory = memory;
		}

		@Override
		public Mono<StoredEntry> read(String key) {
			this.operations.add("read " + key);
			return this.down ? Mono.error(LOST) : this.memory.read(key);
		}

		@Override
		public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
			this.operations.add("replace " + key);
			return this.down ? Mono.error(LOST) : this.memory.replace(key, expected, write);
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
