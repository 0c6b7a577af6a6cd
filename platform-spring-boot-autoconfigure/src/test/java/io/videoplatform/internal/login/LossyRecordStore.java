package io.videoplatform.internal.login;

import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.StoredEntry;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A store that loses as many requests or responses of writes as a test says, or holds
 * writes back.
 */
final class LossyRecordStore implements RecordStore {

	/**
	 * What holds the records, which a test may replace.
	 */
	volatile RecordStore store;

	final AtomicInteger lostRequests = new AtomicInteger();

	final AtomicInteger lostResponses = new AtomicInteger();

	/**
	 * Writes that the store has done.
	 */
	final AtomicInteger written = new AtomicInteger();

	volatile Mono<Void> request = Mono.empty();

	volatile Mono<Void> response = Mono.empty();

	LossyRecordStore(RecordStore store) {
		this.store = store;
	}

	@Override
	public Mono<StoredEntry> read(String key) {
		return this.store.read(key);
	}

	@Override
	public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
		return Mono.defer(() -> this.request.then(Mono.defer(() -> written(key, expected, write))));
	}

	private Mono<StoredEntry> written(String key, @Nullable String expected, Write write) {
		if (isNext(this.lostRequests)) {
			return lost();
		}
		Mono<StoredEntry> written = this.store.replace(key, expected, write)
			.doOnNext((entry) -> this.written.incrementAndGet());
		return isNext(this.lostResponses) ? written.then(lost()) : written.delayUntil((entry) -> this.response);
	}

	private static boolean isNext(AtomicInteger number) {
		return number.getAndUpdate((left) -> Math.max(0, left - 1)) > 0;
	}

	private static Mono<StoredEntry> lost() {
		return Mono.error(() -> new StoreUnavailableException("The connection was cut", null));
	}

	@Override
	public Flux<Change> changes() {
		return this.store.changes();
	}

	@Override
	public void close() {
		this.store.close();
	}

}
