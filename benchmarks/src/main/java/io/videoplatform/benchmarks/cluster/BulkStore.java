package io.videoplatform.benchmarks.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.StoredEntry;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Takes what is written, so that an engine gets much of it at once.
 */
final class BulkStore implements RecordStore {

	static final int SIZE = 2_000;

	private final @Nullable Duration life;

	private List<Entry> entries = new ArrayList<>();

	/**
	 * Create a new instance.
	 * @param life how long entries are kept, if it is not as long as they should be
	 */
	BulkStore(Duration life) {
		this.life = life.isNegative() ? life : null;
	}

	List<Entry> take() {
		List<Entry> taken = this.entries;
		this.entries = new ArrayList<>();
		return taken;
	}

	@Override
	public Mono<StoredEntry> read(String key) {
		return Mono.fromSupplier(() -> StoredEntry.empty(System.currentTimeMillis()));
	}

	@Override
	public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
		return Mono.fromSupplier(() -> {
			this.entries.add(new Entry(key, write, (this.life != null) ? this.life : write.life()));
			return new StoredEntry(write.stamp(), write.value(), System.currentTimeMillis());
		});
	}

	@Override
	public Flux<Change> changes() {
		return Flux.never();
	}

	@Override
	public void close() {
	}

	/**
	 * What is to be stored.
	 */
	record Entry(String key, Write write, Duration life) {

	}

}
