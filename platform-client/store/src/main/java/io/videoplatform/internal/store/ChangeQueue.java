package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The changes of {@linkplain EncryptedSet sets} by this node, one write of each set at a
 * time: changes that come meanwhile wait, and are written together.
 */
final class ChangeQueue {

	/**
	 * Longer than all tries take. A change that does not end holds up the later ones.
	 */
	private static final Duration LONGEST = Duration.ofMinutes(1);

	private final BiFunction<RecordIdentity, List<UnaryOperator<SetSnapshot>>, Mono<Void>> writer;

	/**
	 * The changes that wait, of each set that is being changed.
	 */
	private final Map<RecordIdentity, Batch> waiting = new HashMap<>();

	/**
	 * Create a new instance.
	 * @param writer returns the write of a set, which makes changes in their order
	 */
	ChangeQueue(BiFunction<RecordIdentity, List<UnaryOperator<SetSnapshot>>, Mono<Void>> writer) {
		this.writer = writer;
	}

	/**
	 * Have a change made. Once it has begun it is made also if the caller cancels, as a
	 * request that was sent is.
	 * @return completes when it is stored, or fails as the write does
	 */
	Mono<Void> add(RecordIdentity set, UnaryOperator<SetSnapshot> change) {
		return Mono.defer(() -> {
			Batch own = new Batch();
			own.changes().add(change);
			Batch joined = join(set, change);
			if (joined != null) {
				return joined.done().asMono();
			}
			begin(set, own);
			return own.done().asMono();
		});
	}

	/**
	 * Let a change wait if its set is being written, or else note that it is from now on.
	 * @return the batch that the change waits in, or {@code null} if it is to begin
	 */
	private @Nullable Batch join(RecordIdentity set, UnaryOperator<SetSnapshot> change) {
		synchronized (this.waiting) {
			Batch batch = this.waiting.get(set);
			if (batch != null) {
				batch.changes().add(change);
			}
			else {
				this.waiting.put(set, new Batch());
			}
			return batch;
		}
	}

	private void begin(RecordIdentity set, Batch batch) {
		this.writer.apply(set, batch.changes()).timeout(LONGEST, Mono.error(ChangeQueue::tooLate)).subscribe((done) -> {
		}, (ex) -> {
			Batch next = next(set);
			batch.done().tryEmitError(ex);
			beginIfAny(set, next);
		}, () -> {
			Batch next = next(set);
			batch.done().tryEmitEmpty();
			beginIfAny(set, next);
		});
	}

	private static StoreUnavailableException tooLate() {
		return new StoreUnavailableException("A change of a shared set has not ended in time", null);
	}

	private void beginIfAny(RecordIdentity set, @Nullable Batch next) {
		if (next != null) {
			begin(set, next);
		}
	}

	/**
	 * Return the changes that have waited, if there are any.
	 */
	private @Nullable Batch next(RecordIdentity set) {
		synchronized (this.waiting) {
			Batch next = this.waiting.remove(set);
			if (next == null || next.changes().isEmpty()) {
				return null;
			}
			this.waiting.put(set, new Batch());
			return next;
		}
	}

	/**
	 * Changes that are written together.
	 *
	 * @param changes the changes, in their order
	 * @param done ends when they are stored, or cannot be
	 */
	private record Batch(List<UnaryOperator<SetSnapshot>> changes, Sinks.Empty<Void> done) {

		Batch() {
			this(new ArrayList<>(), Sinks.empty());
		}

	}

}
