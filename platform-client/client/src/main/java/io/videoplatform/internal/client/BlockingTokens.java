package io.videoplatform.internal.client;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedWait;
import io.videoplatform.internal.observation.EngineObservation;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * Gives tokens to callers that block. A thread waits no longer than the engine does, and
 * can be interrupted; an event loop does not wait at all.
 */
final class BlockingTokens {

	private final BearerTokenPolicy policy;

	private final ObservationRegistry observations;

	private final BoundedWait wait = new BoundedWait(TokenSource.DEADLINE.plus(BoundedWait.SLACK),
			(reason, cause) -> failure(error(cause), reason, cause));

	BlockingTokens(BearerTokenPolicy policy, ObservationRegistry observations) {
		this.policy = policy;
		this.observations = observations;
	}

	/**
	 * Return the source of a request's token. Whose it is, if no attribute says it, the
	 * calling thread does.
	 */
	TokenSource source(Map<String, Object> attributes) {
		TokenSource shared = this.policy.shared();
		return (shared != null) ? shared
				: get(Mono.deferContextual((context) -> this.policy.select(attributes, context)));
	}

	/**
	 * Return the token to send now.
	 * @param repeatable whether the request can be sent again with another one
	 */
	AccessToken token(TokenSource source, boolean repeatable) {
		AccessToken token = (repeatable || Schedulers.isInNonBlockingThread()) ? source.current()
				: source.currentUnlessStale();
		return (token != null) ? token : await(source);
	}

	/**
	 * Await a token like {@link TokenSource#await}.
	 */
	AccessToken await(TokenSource source) {
		Observation current = observation();
		return get(source.await((current != null) ? Context.of(EngineObservation.KEY, current) : Context.empty()));
	}

	/**
	 * Return the observation of what this thread does.
	 */
	@Nullable Observation observation() {
		return this.observations.getCurrentObservation();
	}

	/**
	 * What is under way goes on without this thread: an event loop's next call may find
	 * the token.
	 */
	private <T> T get(Mono<T> mono) {
		CompletableFuture<@Nullable T> future = mono.toFuture();
		if (!future.isDone() && Schedulers.isInNonBlockingThread()) {
			throw failure(PlatformError.BLOCKING_THREAD, "would block the thread '%s', which must not be blocked"
				.formatted(Thread.currentThread().getName()), null);
		}
		try {
			return this.wait.require(future);
		}
		finally {
			future.cancel(true);
		}
	}

	private static PlatformError error(@Nullable Throwable cause) {
		return (cause instanceof InterruptedException) ? PlatformError.OTHER : PlatformError.TIMEOUT;
	}

	private PlatformAuthorizationException failure(PlatformError error, String reason, @Nullable Throwable cause) {
		return new PlatformAuthorizationException(
				error.explain(
						"No access token for client '%s': the wait for it %s".formatted(this.policy.client(), reason)),
				error, PlatformStep.TOKEN_REQUEST, null, true, null, null, cause);
	}

}
