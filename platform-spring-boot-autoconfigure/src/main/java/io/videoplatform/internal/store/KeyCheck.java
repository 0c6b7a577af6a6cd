package io.videoplatform.internal.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Finds out whether the places of records are derived from the same key here as at the
 * nodes that have used the store before. A node with another key would find nothing and
 * take it for absent. The store holds a keyed hash for this, which is written if there is
 * none. A node that has found another one writes none: once the store is emptied, those
 * that have used it before say which key it is used with.
 */
public final class KeyCheck {

	private static final String PLACE = "index-key";

	private static final RecordIdentity IDENTITY = new RecordIdentity("", "", "", "", "");

	private static final Duration LIFE = Duration.ofDays(3650);

	private static final Sinks.EmitFailureHandler ONE_AT_A_TIME = Sinks.EmitFailureHandler
		.busyLooping(Duration.ofSeconds(1));

	private final RecordStore store;

	private final byte[] mark;

	private final Sinks.Many<RecordStore.Change> losses = Sinks.many().multicast().directBestEffort();

	private final AtomicReference<@Nullable String> stamp = new AtomicReference<>();

	private volatile boolean refused;

	/**
	 * Create a new instance.
	 * @param store the store
	 * @param cipher derives the places of records
	 */
	public KeyCheck(RecordStore store, RecordCipher cipher) {
		this.store = store;
		this.mark = cipher.location(IDENTITY).getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * Compare the keys.
	 * @return completes if they are the same; fails with an
	 * {@link UnreadableRecordException} if they are not, or as the store does
	 */
	public Mono<Void> run() {
		return Mono.defer(() -> this.store.read(PLACE))
			.flatMap((entry) -> (entry.isEmpty() && !this.refused) ? write() : Mono.just(entry))
			.doOnNext(this::verify)
			.doOnNext(this::compare)
			.then();
	}

	/**
	 * Return hints that the store has lost what it held.
	 * @return the hints, which do not end
	 */
	public Flux<RecordStore.Change> losses() {
		return this.losses.asFlux();
	}

	/**
	 * The mark is written once, unless the store has lost it.
	 */
	private void compare(StoredEntry entry) {
		String before = this.stamp.getAndSet(entry.stamp());
		if (before != null && !before.equals(entry.stamp())) {
			this.losses.emitNext(RecordStore.Change.LOST, ONE_AT_A_TIME);
		}
	}

	private Mono<StoredEntry> write() {
		RecordStore.Write write = new RecordStore.Write(RecordRepository.stamp(), 0, this.mark, LIFE);
		return this.store.replace(PLACE, null, write);
	}

	private void verify(StoredEntry entry) {
		this.refused = entry.isEmpty() ? this.refused : !MessageDigest.isEqual(this.mark, entry.value());
		if (entry.isEmpty() || this.refused) {
			throw new UnreadableRecordException("its place is derived from another key", null);
		}
	}

}
