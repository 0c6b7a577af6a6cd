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

	private final RecordRepository repository;

	private final Mono<Void> ending;

	/**
	 * Create a new instance.
	 * @param repository does the writes
	 * @param ending completes when nothing new may begin
	 */
	StoreLosses(RecordRepository repository, Mono<Void> ending) {
		this.repository = repository;
		this.ending = ending;
	}

	/**
	 * Note that the store has lost something. Of losses that are noticed at the same time
	 * one is enough.
	 */
	void note() {
		if (this.pending.compareAndSet(false, true)) {
			Mono.delay(COLLECTED, this.repository.scheduler()).takeUntilOther(this.ending).subscribe((done) -> {
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
			.takeUntilOther(this.ending)
			.concatMap((loss) -> written(writes), 0)
			.subscribe();
	}

	private Mono<Void> written(Supplier<Flux<Mono<Void>>> writes) {
		return Flux.defer(writes)
			.takeUntilOther(this.ending)
			.flatMap(this::written, CONCURRENT_WRITES)
			.then()
			.doOnError(this.repository::report)
			.onErrorComplete();
	}

	private Mono<Void> written(Mono<Void> write) {
		return Mono.defer(() -> this.repository.beginUntilStored(write))
			.timeout(LONGEST_WAIT, Mono.empty(), this.repository.scheduler())
			.onErrorComplete();
	}

}
