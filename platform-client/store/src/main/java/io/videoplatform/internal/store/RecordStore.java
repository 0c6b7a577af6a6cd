package io.videoplatform.internal.store;

import java.time.Duration;

import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An engine that holds records for several nodes. It knows nothing of what they mean: an
 * entry is replaced only if it is still the one that was read, and every write has a
 * stamp of its own. A node that loses the response to a write reads again, or writes
 * again with the same stamp, and finds out by the stamp whether it was done.
 * <p>
 * Each operation ends within a deadline, without a thread of the caller's. It fails with
 * a {@link StoreUnavailableException} if the engine cannot be reached or does not respond
 * in time; a write may then have been done or not.
 */
public interface RecordStore extends AutoCloseable {

	/**
	 * Read what is stored under a key.
	 * @param key the key
	 * @return the entry, {@linkplain StoredEntry#isEmpty() empty} if nothing is stored or
	 * it has expired
	 */
	Mono<StoredEntry> read(String key);

	/**
	 * Store a value if the key still holds what the caller has read. A value that was
	 * stored already with the stamp of this write is not stored once more.
	 * @param key the key
	 * @param expected the stamp that was read, or {@code null} if nothing was stored
	 * @param write what to store
	 * @return what is stored afterwards: the caller's value if, and only if, it has the
	 * stamp of the write
	 */
	Mono<StoredEntry> replace(String key, @Nullable String expected, Write write);

	/**
	 * Return hints that keys have changed, on this node or another. They may be lost or
	 * come twice. {@link Change#ANY} comes when the engine stops sending hints, every few
	 * seconds until it sends them again, and when it does.
	 * @return the hints; it does not end before the store is closed, and does not fail
	 */
	Flux<Change> changes();

	/**
	 * Release all that the store uses. Operations under way, and those that come later,
	 * fail.
	 */
	@Override
	void close();

	/**
	 * A value to store.
	 *
	 * @param stamp identifies this write, and no other one
	 * @param generation the generation that the value belongs to, for hints
	 * @param value the value
	 * @param life how long it is kept from now on, by the clock of the engine
	 */
	record Write(String stamp, long generation, byte[] value, Duration life) {

		@Override
		public String toString() {
			return "Write[stamp=%s, generation=%d]".formatted(this.stamp, this.generation);
		}

	}

	/**
	 * A hint that the value of a key has changed.
	 *
	 * @param key the key, or {@code null} if any value may have changed because other
	 * hints may be lost
	 * @param generation the generation of its value
	 */
	record Change(@Nullable String key, long generation) {

		/**
		 * A hint that any value may have changed.
		 */
		public static final Change ANY = new Change(null, 0);

	}

}
