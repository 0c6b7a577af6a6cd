package io.videoplatform.internal.store;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The way of one node to a store, on which requests and responses of writes get lost.
 */
public final class FaultyRecordStore implements RecordStore {

	private final Sinks.Many<RecordStore> stores = Sinks.many().replay().latest();

	private final Sinks.Many<Change> hints = Sinks.many().multicast().directBestEffort();

	private volatile RecordStore store;

	private volatile Function<Write, Fault> faults = (write) -> Fault.NONE;

	private volatile boolean down;

	private volatile boolean readOnly;

	private final AtomicInteger untilHeld = new AtomicInteger(-1);

	private volatile Mono<StoredEntry> gate = Mono.empty();

	private volatile Mono<Void> response = Mono.empty();

	private volatile Mono<Void> readResponse = Mono.empty();

	public FaultyRecordStore(RecordStore store) {
		this.store = store;
		this.stores.tryEmitNext(store);
	}

	/**
	 * Use another store from now on, which may be empty.
	 */
	public void use(RecordStore store) {
		this.store = store;
		this.stores.tryEmitNext(store);
	}

	/**
	 * Give a hint.
	 */
	public void hint(Change hint) {
		this.hints.tryEmitNext(hint);
	}

	/**
	 * Decide what happens to each write from now on.
	 */
	public void faults(Function<Write, Fault> faults) {
		this.faults = faults;
	}

	/**
	 * Hold one write back.
	 */
	public void holdAt(int number, Mono<StoredEntry> gate) {
		this.gate = gate;
		this.untilHeld.set(number);
	}

	/**
	 * Set when responses arrive that are {@linkplain Fault#RESPONSE_HELD held back}.
	 */
	public void holdResponses(Mono<Void> gate) {
		this.response = gate;
	}

	/**
	 * Set when the responses to reads arrive.
	 */
	public void holdReads(Mono<Void> gate) {
		this.readResponse = gate;
	}

	/**
	 * Set whether no operation reaches the store.
	 */
	public void down(boolean down) {
		this.down = down;
	}

	/**
	 * Set whether no write reaches the store.
	 */
	public void readOnly(boolean readOnly) {
		this.readOnly = readOnly;
	}

	@Override
	public Mono<StoredEntry> read(String key) {
		return Mono.defer(() -> {
			Mono<Void> gate = this.readResponse;
			return this.down ? lost() : this.store.read(key).delayUntil((entry) -> gate);
		});
	}

	@Override
	public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
		return Mono.defer(() -> switch ((this.down || this.readOnly) ? Fault.REQUEST_LOST : this.faults.apply(write)) {
			case NONE -> held().switchIfEmpty(Mono.defer(() -> this.store.replace(key, expected, write)));
			case REQUEST_LOST -> lost();
			case RESPONSE_LOST -> this.store.replace(key, expected, write).then(lost());
			case NODE_STOPPED -> Mono.never();
			case RESPONSE_HELD -> this.store.replace(key, expected, write).delayUntil((entry) -> this.response);
		});
	}

	private Mono<StoredEntry> held() {
		return (this.untilHeld.getAndDecrement() == 0) ? this.gate : Mono.empty();
	}

	private static Mono<StoredEntry> lost() {
		return Mono.error(new StoreUnavailableException("The connection was cut", null));
	}

	@Override
	public Flux<Change> changes() {
		return this.stores.asFlux().switchMap(RecordStore::changes).mergeWith(this.hints.asFlux());
	}

	@Override
	public void close() {
		this.store.close();
	}

	/**
	 * What happens to a write.
	 */
	public enum Fault {

		/**
		 * Nothing.
		 */
		NONE,

		/**
		 * It does not reach the store.
		 */
		REQUEST_LOST,

		/**
		 * It is done, and the node does not learn of it.
		 */
		RESPONSE_LOST,

		/**
		 * The node ends before it.
		 */
		NODE_STOPPED,

		/**
		 * It is done, and the node is paused before it learns of it.
		 */
		RESPONSE_HELD

	}

}
