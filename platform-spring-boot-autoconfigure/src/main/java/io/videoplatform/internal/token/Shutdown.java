package io.videoplatform.internal.token;

import java.util.concurrent.CancellationException;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The end of the engine, which ends all that is under way and refuses what comes later.
 */
final class Shutdown {

	private final Sinks.Empty<Void> signal = Sinks.empty();

	private volatile boolean begun;

	void begin() {
		this.begun = true;
		this.signal.tryEmitEmpty();
	}

	boolean hasBegun() {
		return this.begun;
	}

	/**
	 * Bind work to the life of the engine.
	 * @param work what is to be done
	 * @return the work, which fails with a {@link CancellationException} as soon as the
	 * engine is closed and with an {@link IllegalStateException} if it ends empty
	 */
	<T> Mono<T> cancels(Mono<T> work) {
		return Mono.defer(() -> this.begun ? Mono.error(Shutdown::closing)
				: work.switchIfEmpty(Mono.error(() -> new IllegalStateException("it ended without a result")))
					.takeUntilOther(this.signal.asMono())
					.switchIfEmpty(Mono.error(Shutdown::closing)));
	}

	private static CancellationException closing() {
		return new CancellationException("the application is closing");
	}

}
