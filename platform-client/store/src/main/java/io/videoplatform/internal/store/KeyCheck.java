package io.videoplatform.internal.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;

import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import reactor.core.publisher.Mono;

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

	private final RecordStore store;

	private final byte[] mark;

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
			.then();
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
