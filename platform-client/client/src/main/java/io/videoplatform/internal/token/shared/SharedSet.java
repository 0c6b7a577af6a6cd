package io.videoplatform.internal.token.shared;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

import reactor.core.publisher.Mono;

/**
 * Small sets of strings that several nodes share. Each element has an end of its own. A
 * set and a record of the same identity are different things. All operations fail with a
 * {@link StoreException}.
 */
public interface SharedSet {

	/**
	 * The largest number of elements of a set. When there are more, the oldest ones are
	 * dropped: a set of this size may lack some.
	 */
	int MAX_ELEMENTS = 1_000;

	/**
	 * Read the elements that have not ended, the oldest first.
	 */
	Mono<List<String>> read(RecordIdentity identity);

	/**
	 * Add an element, as the newest one. If it is there, it stays in its place and its
	 * end is put off; nothing is written if {@linkplain #leastLeft enough} is left. A
	 * WARN says, once for each kind of sets, that elements are dropped.
	 */
	Mono<Void> add(RecordIdentity identity, String element, Duration life);

	/**
	 * Remove elements, which need not be there, by one write.
	 */
	Mono<Void> remove(RecordIdentity identity, Collection<String> elements);

	/**
	 * Return how much of the life of an element is left at least once it was added: two
	 * thirds.
	 */
	static Duration leastLeft(Duration life) {
		return life.minus(life.dividedBy(3));
	}

}
