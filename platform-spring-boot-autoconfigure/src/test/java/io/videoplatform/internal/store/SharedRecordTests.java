package io.videoplatform.internal.store;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.videoplatform.Gates;
import io.videoplatform.internal.store.FaultyRecordStore.Fault;
import io.videoplatform.internal.store.RotatingTestProvider.Failure;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.RefreshRequest;
import io.videoplatform.internal.token.shared.SharedRecord;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import io.videoplatform.internal.token.shared.TokenRecord.Phase;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link SharedRecord} at several nodes of one store, with a provider whose refresh
 * tokens are good for one use.
 */
class SharedRecordTests {

	private static final RecordTimes TIMES = new RecordTimes(Duration.ofSeconds(10), Duration.ofHours(8),
			Duration.ofDays(30));

	/**
	 * Longer than any claim is held.
	 */
	private static final Duration CLAIM = Duration.ofSeconds(20);

	/**
	 * Longer than an attempt takes whose request is answered at once.
	 */
	private static final Duration SOON = Duration.ofSeconds(4);

	private static final RecordIdentity ALICE = new RecordIdentity("https://api.example.com", "platform",
			"https://id.example.com", "alice", "login-1");

	private final MovableClock clock = new MovableClock();

	private final VirtualTimeScheduler scheduler = VirtualTimeScheduler.create();

	private final RotatingTestProvider provider = new RotatingTestProvider(this.clock::millis);

	private final List<Throwable> reported = new ArrayList<>();

	private final MemoryRecordStore engine = new MemoryRecordStore(this.clock);

	private final List<FaultyRecordStore> stores = new ArrayList<>();

	private final Node a = new Node();

	private final Node b = new Node();

	@Test
	void refreshThenOneRequestAndAllNodesHaveTheTokens() {
		logIn();
		TokenRecord renewed = this.a.refresh(1, this.provider.request());
		assertThat(renewed.generation()).isEqualTo(2);
		assertThat(this.b.refresh(1, this.provider.request())).isEqualTo(renewed);
		assertThat(this.a.read()).isEqualTo(renewed);
		assertThat(this.provider.presented()).containsExactly("refresh-1");
	}

	@Test
	void refreshWhenAnotherNodeIsAtItThenNoRequest() {
		logIn();
		Sinks.Empty<Void> gate = Sinks.empty();
		CompletableFuture<TokenRecord> under = this.a.begin(1, this.provider.heldBack(gate));
		assertThat(this.b.refresh(1, this.provider.request()).phase()).isEqualTo(Phase.SENT);
		elapse(CLAIM.multipliedBy(2));
		assertThat(this.b.refresh(1, this.provider.request()).generation()).isEqualTo(1);
		gate.tryEmitEmpty();
		assertThat(join(under).generation()).isEqualTo(2);
		assertThat(this.b.refresh(1, this.provider.request()).generation()).isEqualTo(2);
		assertThat(this.provider.presented()).containsExactly("refresh-1");
	}

	@ParameterizedTest
	@EnumSource(names = { "REQUEST_LOST", "RESPONSE_LOST" })
	void refreshWhenAnyWriteIsLostThenDoneOnce(Fault fault) {
		for (int lost = 0; lost < 3; lost++) {
			SharedRecordTests fresh = new SharedRecordTests();
			fresh.logIn();
			fresh.a.store.faults(onlyAt(lost, fault));
			assertThat(fresh.a.refresh(1, fresh.provider.request()).generation()).isEqualTo(2);
			assertThat(fresh.b.read()).returns(2L, TokenRecord::generation).returns(Phase.IDLE, TokenRecord::phase);
			assertThat(fresh.b.refresh(2, fresh.provider.request()).generation()).isEqualTo(3);
			assertThat(fresh.provider.presented()).containsExactly("refresh-1", "refresh-2");
			assertThat(fresh.reported).isEmpty();
		}
	}

	private static Function<RecordStore.Write, Fault> onlyAt(int number, Fault fault) {
		int[] writes = { 0 };
		return (write) -> (writes[0]++ == number) ? fault : Fault.NONE;
	}

	@Test
	void refreshWhenTheClaimIsNotRecordedThenNothingIsSent() {
		logIn();
		this.a.store.faults((write) -> Fault.REQUEST_LOST);
		assertFails(this.a.begin(1, this.provider.request()), StoreUnavailableException.class);
		assertThat(this.provider.presented()).isEmpty();
		assertThat(this.b.refresh(1, this.provider.request()).generation()).isEqualTo(2);
	}

	@Test
	void refreshWhenANodeStopsBeforeItSendsThenAnotherTakesOver() {
		logIn();
		this.a.store.faults((write) -> (this.a.writes++ == 1) ? Fault.NODE_STOPPED : Fault.NONE);
		this.a.begin(1, this.provider.request());
		assertThat(this.b.refresh(1, this.provider.request()).phase()).isEqualTo(Phase.CLAIMED);
		elapse(CLAIM);
		assertThat(this.b.refresh(1, this.provider.request()).generation()).isEqualTo(2);
		assertThat(this.provider.presented()).containsExactly("refresh-1");
	}

	@Test
	void refreshWhenANodeStopsAfterItSentThenNoneSendsBeforeTheAccessTokenExpires() {
		logIn();
		this.a.begin(1, this.provider.unanswered());
		elapse(RotatingTestProvider.LIFETIME.minusSeconds(5));
		assertThat(this.b.refresh(1, this.provider.request()).inDoubt()).isTrue();
		assertThat(this.provider.presented()).containsExactly("refresh-1");
		elapse(Duration.ofSeconds(5));
		assertFails(this.b.begin(1, this.provider.request()), Failure.class);
		assertThat(this.provider.presented()).containsExactly("refresh-1", "refresh-1");
		assertThat(this.b.read().isEnded()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void refreshWhenTheOutcomeIsUnknownThenInDoubtAtAllNodes(boolean lost) {
		logIn();
		assertFails(this.a.begin(1, lost ? this.provider.lost() : this.provider.broken()), RuntimeException.class);
		elapse(RotatingTestProvider.PAUSE);
		assertThat(this.b.refresh(1, this.provider.request())).returns(1L, TokenRecord::generation)
			.returns(true, TokenRecord::inDoubt)
			.returns(1, TokenRecord::failures);
		assertThat(this.provider.presented()).hasSize(1);
	}

	@Test
	void refreshWhenNotProcessedThenAnotherNodeTriesAfterThePause() {
		logIn();
		assertFails(this.a.begin(1, this.provider.unreachable()), Failure.class);
		assertThat(this.b.refresh(1, this.provider.request()).generation()).isEqualTo(1);
		elapse(RotatingTestProvider.PAUSE);
		assertThat(this.b.refresh(1, this.provider.request()).generation()).isEqualTo(2);
		assertThat(this.provider.presented()).containsExactly("refresh-1");
	}

	@Test
	void refreshWhenInDoubtAndThenNotProcessedThenStillInDoubt() {
		logIn();
		assertFails(this.a.begin(1, this.provider.lost()), Failure.class);
		elapse(RotatingTestProvider.LIFETIME);
		assertFails(this.b.begin(1, this.provider.unreachable()), Failure.class);
		assertThat(this.a.read().inDoubt()).isTrue();
	}

	@Test
	void refreshWhenRefusedAndAnotherNodeHasUsedTheTokenThenItsTokens() {
		logIn();
		Sinks.Empty<Void> gate = Sinks.empty();
		CompletableFuture<TokenRecord> under = this.a.begin(1, this.provider.heldBack(gate));
		elapse(RotatingTestProvider.LIFETIME);
		CompletableFuture<TokenRecord> second = this.b.begin(1, refusing(gate));
		assertThat(join(under).generation()).isEqualTo(2);
		assertThat(join(second)).isEqualTo(this.a.record.known());
	}

	/**
	 * A request that is refused, after it has opened a gate.
	 */
	private static RefreshRequest refusing(Sinks.Empty<Void> gate) {
		return new RefreshRequest() {

			@Override
			public Mono<StoredTokens> send(TokenRecord record) {
				gate.tryEmitEmpty();
				return Mono.error(new Failure(Outcome.REFUSED));
			}

			@Override
			public Failed failed(Throwable ex, TokenRecord record) {
				return new Failed(Outcome.REFUSED, Duration.ZERO);
			}

		};
	}

	@Test
	void refreshWhenTheStoreIsDownAfterTheRequestThenUsedAndWrittenLater() {
		logIn();
		Sinks.Empty<Void> gate = Sinks.empty();
		CompletableFuture<TokenRecord> under = this.a.begin(1, this.provider.heldBack(gate));
		this.a.store.down(true);
		gate.tryEmitEmpty();
		assertThat(join(under).generation()).isEqualTo(2);
		elapse(Duration.ofMinutes(2));
		assertThat(this.b.read().generation()).isEqualTo(1);
		this.a.store.down(false);
		elapse(Duration.ofSeconds(10));
		assertThat(this.b.read().generation()).isEqualTo(2);
		assertThat(this.reported).isEmpty();
	}

	@Test
	void refreshWhenTheCallerCancelsThenCommitted() {
		logIn();
		Sinks.Empty<Void> gate = Sinks.empty();
		this.a.record.refresh(1, this.provider.heldBack(gate)).subscribe().dispose();
		gate.tryEmitEmpty();
		assertThat(this.b.read().generation()).isEqualTo(2);
	}

	@Test
	void readWhenTheStoreIsEmptiedThenRestoredAndHeldBack() {
		logIn();
		this.a.refresh(1, this.provider.request());
		assertThat(this.b.read().generation()).isEqualTo(2);
		empty();
		assertThat(this.a.read().generation()).isEqualTo(2);
		assertThat(this.b.refresh(2, this.provider.request()).generation()).isEqualTo(2);
		elapse(CLAIM);
		assertThat(this.b.refresh(2, this.provider.request()).generation()).isEqualTo(2);
		elapse(RotatingTestProvider.LIFETIME);
		assertThat(this.b.refresh(2, this.provider.request()).generation()).isEqualTo(3);
		assertThat(this.provider.presented()).containsExactly("refresh-1", "refresh-2");
	}

	@Test
	void refreshWhenTheStoreIsBackAfterTheAccessTokenExpiredThenTheCommitComesFirst() {
		logIn();
		Sinks.Empty<Void> gate = Sinks.empty();
		CompletableFuture<TokenRecord> under = this.a.begin(1, this.provider.heldBack(gate));
		this.a.store.down(true);
		gate.tryEmitEmpty();
		assertThat(join(under).generation()).isEqualTo(2);
		elapse(RotatingTestProvider.LIFETIME);
		CompletableFuture<TokenRecord> second = this.b.begin(1, this.provider.request());
		this.a.store.down(false);
		assertThat(join(second).generation()).isEqualTo(2);
		assertThat(this.provider.presented()).containsExactly("refresh-1");
	}

	@Test
	void refreshWhenAnotherNodeRestoresTheClaimThenNotSent() {
		logIn();
		Sinks.Empty<StoredEntry> gate = Sinks.empty();
		this.a.store.holdAt(1, gate.asMono());
		CompletableFuture<TokenRecord> under = this.a.begin(1, this.provider.unanswered());
		assertThat(this.b.read().phase()).isEqualTo(Phase.CLAIMED);
		empty();
		this.b.read();
		gate.tryEmitEmpty();
		assertThat(join(under).generation()).isEqualTo(1);
		assertThat(this.b.read()).returns(Phase.IDLE, TokenRecord::phase).returns(true, TokenRecord::inDoubt);
		assertThat(this.provider.presented()).isEmpty();
	}

	@Test
	void closeThenNothingIsRepeatedAnyMore() {
		logIn();
		this.a.store.down(true);
		this.a.record.end(true).onErrorComplete().subscribe();
		this.a.repository.close();
		elapse(SOON);
		assertThat(this.reported).singleElement().isInstanceOf(StoreUnavailableException.class);
	}

	@Test
	void refreshWhenAnotherNodeWasRefusedBeforeTheCommitThenTheTokensCount() {
		logIn();
		Sinks.Empty<Void> gate = Sinks.empty();
		CompletableFuture<TokenRecord> under = this.a.begin(1, this.provider.heldBack(gate));
		elapse(RotatingTestProvider.LIFETIME);
		assertFails(this.b.begin(1, refusing(Sinks.empty())), Failure.class);
		gate.tryEmitEmpty();
		assertThat(join(under).generation()).isEqualTo(2);
		assertThat(this.b.read().generation()).isEqualTo(2);
	}

	@Test
	void hintWhenItOvertakesTheFirstReadThenReadAgain() {
		logIn();
		List<TokenRecord> heard = new ArrayList<>();
		this.b.record.onChange(heard::add);
		Sinks.Empty<Void> gate = Sinks.empty();
		this.b.store.holdReads(gate.asMono());
		CompletableFuture<TokenRecord> first = this.b.record.read().toFuture();
		this.b.store.holdReads(Mono.empty());
		join(this.a.record.end(true));
		gate.tryEmitEmpty();
		assertThat(join(first)).returns(Phase.ENDED, TokenRecord::phase);
		assertThat(heard).extracting(TokenRecord::phase).containsExactly(Phase.ENDED);
	}

	@Test
	void refreshWhenPausedWithTheResponseOfTheEngineThenNotSent() {
		logIn();
		Sinks.Empty<Void> gate = Sinks.empty();
		this.a.store.holdResponses(gate.asMono());
		this.a.store.faults(onlyAt(1, Fault.RESPONSE_HELD));
		CompletableFuture<TokenRecord> under = this.a.begin(1, this.provider.request());
		this.clock.advance(CLAIM);
		gate.tryEmitEmpty();
		assertThat(join(under).generation()).isEqualTo(1);
		assertThat(this.provider.presented()).isEmpty();
	}

	@Test
	void drainWhenAResponseComesLateAndTheStoreIsAwayThenWrittenWhenItIsBack() {
		logIn();
		Sinks.Empty<Void> gate = Sinks.empty();
		this.a.begin(1, this.provider.heldBack(gate));
		elapse(Duration.ofMillis(100));
		CompletableFuture<Void> drained = this.a.repository.work().drain().toFuture();
		elapse(Duration.ofSeconds(1));
		this.a.store.down(true);
		gate.tryEmitEmpty();
		elapse(Duration.ofSeconds(1));
		assertThat(drained).isNotDone();
		this.a.store.down(false);
		elapse(SOON);
		assertThat(drained).isDone();
		assertThat(this.b.read().generation()).isEqualTo(2);
	}

	/**
	 * Callers of one node on many threads, which the engine of tokens would let share one
	 * attempt.
	 */
	@Test
	void refreshWhenManyThreadsThenEachTokenIsSentOnce() {
		logIn();
		for (long generation = 1; generation < 40; generation++) {
			long after = generation;
			List<CompletableFuture<TokenRecord>> calls = IntStream.range(0, 8)
				.mapToObj((i) -> CompletableFuture.supplyAsync(() -> (i % 2 == 0) ? this.a : this.b)
					.thenCompose((node) -> node.begin(after, this.provider.request())))
				.toList();
			CompletableFuture<Void> all = CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new));
			Gates.until(() -> {
				elapse(Duration.ofMillis(100));
				return all.isDone();
			});
		}
		assertThat(this.provider.presented()).doesNotHaveDuplicates();
	}

	@Test
	void endThenNoNodeBringsItBack() {
		logIn();
		this.b.read();
		join(this.a.record.end(true));
		assertThat(this.a.record.known()).returns(true, TokenRecord::isEnded);
		assertThat(this.b.refresh(1, this.provider.request()).isEnded()).isTrue();
		assertThat(join(this.b.record.create(this.provider::login, Map.of())).isEnded()).isTrue();
		assertThat(this.provider.presented()).isEmpty();
	}

	@Test
	void endThenKeptAsLongAsAnyRefreshToken() {
		logIn();
		join(this.a.record.end(true));
		this.clock.advance(TIMES.retention());
		assertThat(new Node().read().isEnded()).isTrue();
		this.clock.advance(Duration.ofMinutes(2));
		assertThat(new Node().read()).isNull();
	}

	@Test
	void readWhenUnreadableThenNeitherAbsentNorOverwritten() {
		logIn();
		assertFails(new Node(2).record.read().toFuture(), UnreadableRecordException.class);
		assertFails(new Node(2).record.create(this.provider::login, Map.of()).toFuture(),
				UnreadableRecordException.class);
		Node mixed = new Node(2, 1);
		assertThat(mixed.read().generation()).isEqualTo(1);
		mixed.refresh(1, this.provider.request());
		assertFails(this.a.record.read().toFuture(), UnreadableRecordException.class);
		assertFails(this.a.begin(1, this.provider.request()), UnreadableRecordException.class);
		assertThat(mixed.read().generation()).isEqualTo(2);
		assertThat(this.provider.presented()).containsExactly("refresh-1");
	}

	/**
	 * Nodes act at random, and any write may be lost. No refresh token is sent twice, and
	 * the last one is never lost.
	 */
	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 })
	void refreshWhenManyNodesAndAnyWriteIsLostThenEachTokenIsSentOnce(long seed) {
		Random random = new Random(seed);
		List<Node> nodes = new ArrayList<>(List.of(this.a, this.b, new Node(), new Node()));
		nodes.forEach((node) -> node.store
			.faults((write) -> Fault.values()[(random.nextInt(3) > 0) ? 0 : 1 + random.nextInt(2)]));
		logIn();
		for (int i = 0; i < 500; i++) {
			Node node = nodes.get(random.nextInt(nodes.size()));
			TokenRecord known = node.record.known();
			node.record.refresh((known != null) ? known.generation() : 1, this.provider.request())
				.onErrorComplete(StoreUnavailableException.class)
				.subscribe();
			elapse(Duration.ofMillis(random.nextInt(20_000)));
		}
		assertThat(this.provider.presented()).hasSizeGreaterThan(100).doesNotHaveDuplicates();
		nodes.forEach((node) -> node.store.faults((write) -> Fault.NONE));
		elapse(Duration.ofMinutes(1));
		assertThat(this.a.refresh(this.a.read().generation(), this.provider.request()).isEnded()).isFalse();
	}

	private TokenRecord logIn() {
		return join(this.a.record.create(this.provider::login, Map.of("nonce", "n-1")));
	}

	/**
	 * Time passes at all nodes and for the store.
	 */
	private void elapse(Duration time) {
		long end = this.clock.millis() + time.toMillis();
		while (this.clock.millis() < end) {
			Duration step = Duration.ofMillis(Math.min(100, end - this.clock.millis()));
			this.clock.advance(step);
			this.scheduler.advanceTimeBy(step);
		}
	}

	private void empty() {
		MemoryRecordStore empty = new MemoryRecordStore(this.clock);
		this.stores.forEach((store) -> store.use(empty));
	}

	private <T> T join(Mono<T> mono) {
		return join(mono.toFuture());
	}

	private <T> T join(CompletableFuture<T> future) {
		elapse(SOON);
		assertThat(future).isDone();
		return future.join();
	}

	private void assertFails(CompletableFuture<?> future, Class<? extends Throwable> type) {
		elapse(SOON);
		assertThat(future).isDone();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(future::join).withCauseInstanceOf(type);
	}

	/**
	 * A node, which knows nothing at first.
	 */
	private final class Node {

		private final FaultyRecordStore store = new FaultyRecordStore(SharedRecordTests.this.engine);

		private final RecordRepository repository;

		private SharedRecord record;

		private int writes;

		Node() {
			this(1);
		}

		Node(int... keys) {
			RecordCodec codec = new RecordCodec(
					new RecordCipher(Arrays.stream(keys).mapToObj(Node::key).toList(), key(9), new SecureRandom()),
					(unreadable) -> {
					});
			this.repository = new RecordRepository(this.store, codec, TIMES,
					() -> TimeUnit.MILLISECONDS.toNanos(SharedRecordTests.this.clock.millis()),
					SharedRecordTests.this.scheduler, SharedRecordTests.this.reported::add);
			this.record = this.repository.record(ALICE);
			SharedRecordTests.this.stores.add(this.store);
		}

		private static MasterKey key(int fill) {
			byte[] key = new byte[32];
			Arrays.fill(key, (byte) fill);
			return new MasterKey(key);
		}

		TokenRecord read() {
			return join(this.record.read());
		}

		CompletableFuture<TokenRecord> begin(long after, RefreshRequest request) {
			return this.record.refresh(after, request).toFuture();
		}

		TokenRecord refresh(long after, RefreshRequest request) {
			return join(begin(after, request));
		}

	}

}
