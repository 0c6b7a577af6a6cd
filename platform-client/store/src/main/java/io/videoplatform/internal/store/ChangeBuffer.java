package io.videoplatform.internal.store;

import java.util.concurrent.atomic.AtomicBoolean;

import io.videoplatform.internal.store.RecordStore.Change;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Flux;

/**
 * Bounds the hints that a subscriber has not taken yet. If there are too many, the oldest
 * are lost, and {@link Change#ANY} stands for them and for the next one.
 */
public final class ChangeBuffer {

	private ChangeBuffer() {
	}

	/**
	 * Buffer hints for each subscriber.
	 * @param changes the hints
	 * @param max how many are kept
	 * @return the hints for subscribers that may be slow
	 */
	public static Flux<Change> bound(Flux<Change> changes, int max) {
		return Flux.defer(() -> {
			AtomicBoolean lost = new AtomicBoolean();
			return changes.onBackpressureBuffer(max, (change) -> lost.set(true), BufferOverflowStrategy.DROP_OLDEST)
				.map((change) -> lost.getAndSet(false) ? Change.ANY : change);
		});
	}

}
