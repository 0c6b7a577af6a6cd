package io.videoplatform.autoconfigure;

import io.videoplatform.internal.store.KeyCheck;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.StoredEntry;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A store that notes how its engine does, and that no operation reaches before the keys
 * of this node were compared with those that the store is used with: once at first, and
 * again after each failure.
 */
final class MonitoredRecordStore implements RecordStore {

	private final RecordStore engine;

	private final KeyCheck keys;

	private final StoreStatus status;

	private final Mono<Long> checked;

	MonitoredRecordStore(RecordStore engine, KeyCheck keys, StoreStatus status) {
		this.engine = engine;
		this.keys = keys;
		this.status = status;
		this.checked = Mono.fromSupplier(status::problems)
			.flatMap((before) -> check().thenReturn(before))
			.cacheInvalidateIf((before) -> before != status.problems());
	}

	/**
	 * Compare the keys now.
	 * @return completes if they are the same; fails if they are not, or as the engine
	 * does
	 */
	Mono<Void> check() {
		return this.keys.run().doOnSuccess((same) -> this.status.accepted()).doOnError(this.status::failed);
	}

	@Override
	public Mono<StoredEntry> read(String key) {
		return observed(Mono.defer(() -> this.engine.read(key)));
	}

	@Override
	public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
		return observed(Mono.defer(() -> this.engine.replace(key, expected, write)));
	}

	private Mono<StoredEntry> observed(Mono<StoredEntry> operation) {
		return this.checked.then(operation.doOnNext((entry) -> this.status.responded()).doOnError(this.status::failed));
	}

	@Override
	public Flux<Change> changes() {
		return Flux.merge(this.engine.changes(), this.keys.losses());
	}

	@Override
	public void close() {
		this.status.close();
		this.engine.close();
	}

}
