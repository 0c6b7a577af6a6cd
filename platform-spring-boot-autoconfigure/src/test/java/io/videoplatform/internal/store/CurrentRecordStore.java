package io.videoplatform.internal.store;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The engine that nodes reach at the moment.
 */
final class CurrentRecordStore implements RecordStore {

	private final Supplier<RecordStore> current;

	private final Flux<Change> changes;

	CurrentRecordStore(Supplier<RecordStore> current, Flux<Change> changes) {
		this.current = current;
		this.changes = changes;
	}

	@Override
	public Mono<StoredEntry> read(String key) {
		return Mono.defer(() -> this.current.get().read(key));
	}

	@Override
	public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
		return Mono.defer(() -> this.current.get().replace(key, expected, write));
	}

	@Override
	public Flux<Change> changes() {
		return this.changes;
	}

	@Override
	public void close() {
		this.current.get().close();
	}

}
