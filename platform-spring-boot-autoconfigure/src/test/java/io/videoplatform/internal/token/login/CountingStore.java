package io.videoplatform.internal.token.login;

import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.StoredEntry;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A store that counts its operations and can be lost.
 */
final class CountingStore implements RecordStore {

	private final RecordStore store;

	private final AtomicInteger operations = new AtomicInteger();

	private volatile @Nullable StoreUnavailableException lost;

	private volatile boolean empty;

	CountingStore(RecordStore store) {
		this.store = store;
	}

	void lose() {
		lose(new StoreUnavailableException("The store does not respond", null));
	}

	void lose(StoreUnavailableException failure) {
		this.lost = failure;
	}

	void find() {
		this.lost = null;
	}

	/**
	 * Set whether readers find nothing.
	 */
	void empty(boolean empty) {
		this.empty = empty;
	}

	int operations() {
		return this.operations.get();
	}

	@Override
	public Mono<StoredEntry> read(String key) {
		return counted(this.store.read(key)).map((entry) -> this.empty ? StoredEntry.empty(entry.now()) : entry);
	}

	@Override
	public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
		return counted(this.store.replace(key, expected, write));
	}

	private Mono<StoredEntry> counted(Mono<StoredEntry> operation) {
		return Mono.defer(() -> {
			this.operations.incrementAndGet();
			StoreUnavailableException failure = this.lost;
			return (failure != null) ? Mono.error(failure) : operation;
		});
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
