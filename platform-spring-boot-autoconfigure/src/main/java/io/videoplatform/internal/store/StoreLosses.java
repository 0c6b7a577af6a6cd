package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * What follows when the store has lost something: nodes write again what they keep there
 * beside records. A record that is lost is noticed where it is read; an element of a set
 * is not.
 */
final class StoreLosses {

	private static final int CONCURRENT_WRITES = 8;

	/**
	 * A store that has lost one record has most often lost others, which are noticed one
	 * after the other.
	 */
	private static final Duration COLLECTED = Duration.ofMillis(500);

	/**
	 * How long others wait for a write that waits for the store, or for keys. It goes on
	 * beside them then.
	 */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

	private final Sinks.Many<Boolean> losses = Sinks.many().multicast().directBestEffort();

	private final AtomicBoolean pending = new AtomicBoolean();

	private final StoreWork work;

	/**
	 * Create a new instance.
	 * @param work does the writes
	 */
	StoreLosses(StoreWork work) {
		this.work = work;
	}

	/**
	 * Note that the store has lost something. Of losses that are noticed at the same time
	 * one is enough.
	 */
	void note() {
		if (this.pending.compareAndSet(false, true)) {
			Mono.delay(COLLECTED, this.work.scheduler()).takeUntilOther(this.work.ending()).subscribe((done) -> {
				this.pending.set(false);
				this.losses.tryEmitNext(true);
			});
		}
	}

	/**
	 * Write after each loss, or once more if there is another one meanwhile. A write that
	 * has begun before the end goes on.
	 */
	void follow(Supplier<Flux<Mono<Void>>> writes) {
		this.losses.asFlux()
			.onBackpressureLatest()
			.takeUntilOther(this.work.ending())
			.concatMap((loss) -> written(writes), 0)
			.subscribe();
	}

	private Mono<Void> written(Supplier<Flux<Mono<Void>>> writes) {
		return Flux.defer(writes)
			.takeUntilOther(this.work.ending())
			.flatMap(this::written, CONCURRENT_WRITES)
			.then()
			.doOnError(this.work::report)
			.onErrorComplete();
	}

	private Mono<Void> written(Mono<Void> write) {
		return Mono.defer(() -> this.work.beginUntilStored(write))
			.timeout(LONGEST_WAIT, Mono.empty(), this.work.scheduler())
			.onErrorComplete();
	}

}
