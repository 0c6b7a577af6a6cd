package io.videoplatform.internal.store;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.videoplatform.internal.store.FaultyRecordStore.Fault;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link SharedSet}.
 */
class SharedSetTests {

	private static final Duration WAIT = Duration.ofSeconds(20);

	private static final Duration HOUR = Duration.ofHours(1);

	private static final RecordIdentity SESSION = identity("session");

	private final MovableClock clock = new MovableClock();

	private final RecordStore engine = new MemoryRecordStore(this.clock);

	private final FaultyRecordStore store = new FaultyRecordStore(this.engine);

	private final List<UnreadableRecordException> unreadable = new ArrayList<>();

	private final SharedSet set = set(this.store, cipher(1));

	private final SharedSet other = set(this.engine, cipher(1));

	private SharedSet set(RecordStore store, RecordCipher cipher) {
		return new EncryptedSet(store, new RecordCodec(cipher, this.unreadable::add));
	}

	@Test
	void addWhenItIsThereThenProlongedInItsPlace() {
		add("a", HOUR);
		add("b", HOUR.multipliedBy(2));
		this.clock.advance(Duration.ofMinutes(30));
		add("a", HOUR);
		assertThat(read(SESSION)).containsExactly("a", "b");
		this.clock.advance(Duration.ofMinutes(59));
		assertThat(read(SESSION)).containsExactly("a", "b");
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void addWhenTooManyThenTheOldestAreDropped(CapturedOutput output) {
		Flux.range(0, SharedSet.MAX_ELEMENTS + 2)
			.concatMap((i) -> this.set.add(SESSION, "element-" + i, HOUR))
			.blockLast(WAIT);
		assertThat(read(SESSION)).hasSize(SharedSet.MAX_ELEMENTS)
			.startsWith("element-2")
			.endsWith("element-" + (SharedSet.MAX_ELEMENTS + 1));
		assertThat(output.getAll()).containsOnlyOnce("More than 1000 'session' of one user at client")
			.contains("[logins_exceeded]");
	}

	@Test
	void readWhenAnElementHasEndedThenWithoutIt() {
		add("short", Duration.ofMinutes(1));
		add("long", HOUR);
		this.clock.advance(Duration.ofMinutes(1));
		assertThat(read(SESSION)).containsExactly("long");
	}

	@Test
	void addWhenMoreThanTwoThirdsOfItsLifeAreLeftThenNothingIsWritten() {
		add("a", HOUR);
		this.clock.advance(Duration.ofMinutes(19));
		AtomicInteger writes = countWrites();
		add("a", HOUR);
		assertThat(writes).hasValue(0);
		this.clock.advance(Duration.ofMinutes(1));
		add("a", HOUR);
		assertThat(writes).hasValue(1);
		this.clock.advance(Duration.ofMinutes(59));
		assertThat(read(SESSION)).containsExactly("a");
	}

	private AtomicInteger countWrites() {
		AtomicInteger writes = new AtomicInteger();
		this.store.faults((write) -> {
			writes.incrementAndGet();
			return Fault.NONE;
		});
		return writes;
	}

	@Test
	void changesWhenManyNodesAtOnceThenNoneIsLost() {
		List<String> elements = IntStream.range(0, 32).mapToObj((i) -> "element-" + i).toList();
		Flux.fromIterable(elements)
			.flatMap((element) -> this.set.add(SESSION, element, HOUR).subscribeOn(Schedulers.boundedElastic()), 32)
			.blockLast(WAIT);
		assertThat(read(SESSION)).containsExactlyInAnyOrderElementsOf(elements);
		Flux.fromIterable(elements)
			.flatMap((element) -> this.set.remove(SESSION, Set.of(element)).subscribeOn(Schedulers.boundedElastic()),
					32)
			.blockLast(WAIT);
		assertThat(read(SESSION)).isEmpty();
	}

	@Test
	void addWhenTheResponseIsLostThenFailsAndCanBeRepeated() {
		this.store.faults((write) -> Fault.RESPONSE_LOST);
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> add("a", HOUR));
		this.store.faults((write) -> Fault.NONE);
		add("a", HOUR);
		assertThat(read(SESSION)).containsExactly("a");
	}

	@Test
	void readWhenContentWasSwappedThenUnreadableAndNotOverwritten() {
		add("a", HOUR);
		StoredEntry mine = stored(SESSION);
		RecordIdentity foreign = identity("other");
		this.engine.replace(location(foreign), null, new RecordStore.Write("swapped", 0, mine.value(), HOUR))
			.block(WAIT);
		assertUnreadable(this.set.read(foreign));
		assertUnreadable(this.set.add(foreign, "b", HOUR));
		assertUnreadable(this.set.remove(foreign, Set.of("a")));
		assertThat(stored(foreign).stamp()).isEqualTo("swapped");
	}

	private static void assertUnreadable(Mono<?> operation) {
		assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> operation.block(WAIT))
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("secret"));
	}

	private void add(String element, Duration life) {
		this.set.add(SESSION, element, life).block(WAIT);
	}

	private List<String> read(RecordIdentity identity) {
		return this.set.read(identity).block(WAIT);
	}

	private StoredEntry stored(RecordIdentity identity) {
		return this.engine.read(location(identity)).block(WAIT);
	}

	private static String location(RecordIdentity identity) {
		return cipher(1).location(set(identity));
	}

	private static RecordIdentity set(RecordIdentity identity) {
		return new RecordIdentity(identity.root(), identity.client(), identity.issuer(), identity.subject(),
				"set:" + identity.login());
	}

	private static RecordIdentity identity(String name) {
		return new RecordIdentity("https://api.example.com", "platform", "https://id.example.com", "", name);
	}

	private static RecordCipher cipher(int fill) {
		return new RecordCipher(List.of(key(fill)), key(9), new SecureRandom());
	}

	private static MasterKey key(int fill) {
		byte[] key = new byte[32];
		Arrays.fill(key, (byte) fill);
		return new MasterKey(key);
	}

}
