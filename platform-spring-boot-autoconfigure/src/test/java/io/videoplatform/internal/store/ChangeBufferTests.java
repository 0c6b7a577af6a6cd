package io.videoplatform.internal.store;

import io.videoplatform.internal.store.RecordStore.Change;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/**
 * {@link ChangeBuffer}.
 */
class ChangeBufferTests {

	private final Sinks.Many<Change> hints = Sinks.many().multicast().directBestEffort();

	private final Flux<Change> buffered = ChangeBuffer.bound(this.hints.asFlux(), 3);

	private void emit(int from, int to) {
		for (int i = from; i <= to; i++) {
			this.hints.tryEmitNext(change(i)).orThrow();
		}
	}

	private static Change change(int number) {
		return new Change("key", number);
	}

	@Test
	void boundWhenSubscriberIsFastThenAll() {
		StepVerifier.create(this.buffered)
			.then(() -> emit(1, 5))
			.expectNext(change(1), change(2), change(3), change(4), change(5))
			.thenCancel()
			.verify();
	}

	@Test
	void boundWhenSubscriberIsSlowThenKept() {
		StepVerifier.create(this.buffered, 0)
			.then(() -> emit(1, 3))
			.thenRequest(3)
			.expectNext(change(1), change(2), change(3))
			.thenCancel()
			.verify();
	}

	@Test
	void boundWhenTooManyThenAnyForThoseThatAreLost() {
		StepVerifier.create(this.buffered, 0)
			.then(() -> emit(1, 5))
			.thenRequest(3)
			.expectNext(Change.ANY, change(4), change(5))
			.then(() -> emit(6, 6))
			.thenRequest(1)
			.expectNext(change(6))
			.thenCancel()
			.verify();
	}

}
