package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.ErrorSignals;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.observation.EngineObservation;
import io.videoplatform.internal.token.endpoint.AccessToken;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * One acquisition of tokens that any number of callers await. None of them can cancel it,
 * and each is released by a task of its own.
 */
public final class TokenFlight {

	/**
	 * The time after which a flight ends whatever became of it.
	 */
	public static final Duration LIMIT = Duration.ofSeconds(60);

	private final CompletableFuture<Mono<AccessToken>> outcome = new CompletableFuture<>();

	private final AtomicBoolean ended = new AtomicBoolean();

	private final long startedAt;

	private final long generation;

	private volatile Activity activity = Activity.DISCOVERY;

	private volatile boolean presenting;

	private volatile EngineObservation observation = EngineObservation.NONE;

	TokenFlight(long startedAt, long generation) {
		this.startedAt = startedAt;
		this.generation = generation;
	}

	/**
	 * When the flight started, in milliseconds of the engine's clock.
	 */
	long startedAt() {
		return this.startedAt;
	}

	/**
	 * The generation of the tokens that it is to replace.
	 */
	long generation() {
		return this.generation;
	}

	/**
	 * Record what the flight does from now on.
	 */
	public void enters(PlatformStep step, URI uri, String unfinished) {
		this.activity = new Activity(step, PrintableUrl.of(uri), unfinished);
	}

	/**
	 * Record that the flight requests tokens from now on.
	 */
	void requestsTokens(ProviderMetadata provider, String unfinished) {
		enters(PlatformStep.TOKEN_REQUEST, provider.tokenEndpoint(), unfinished);
	}

	/**
	 * Record that the flight presents a refresh token from now on, or knows the outcome.
	 */
	void presents(boolean presenting) {
		this.presenting = presenting;
	}

	/**
	 * Whether it has presented a refresh token without a known outcome, which it had no
	 * time to report if it ended by its limit.
	 */
	boolean leavesInDoubt() {
		return this.presenting;
	}

	/**
	 * Record that the flight waits for the nodes that it shares tokens with from now on.
	 */
	void waitsForNodes() {
		this.activity = new Activity(PlatformStep.STORE, null, "another node of the application may be refreshing it");
	}

	/**
	 * What the flight does.
	 */
	Activity activity() {
		return this.activity;
	}

	/**
	 * Decide who ends the flight: what it brings, its time limit and the end of the
	 * engine may come at one instant.
	 * @return whether it is the caller, which then has to call {@link #succeed} or
	 * {@link #fail}
	 */
	boolean tryEnd() {
		return this.ended.compareAndSet(false, true);
	}

	/**
	 * End an observation together with this flight.
	 */
	void observedBy(EngineObservation observation) {
		this.observation = observation;
	}

	void succeed(AccessToken token) {
		this.observation.succeed("ACQUIRED");
		this.outcome.complete(Mono.just(token));
	}

	void fail(TokenFailure failure) {
		this.observation.fail("FAILED", failure.errorType(), failure.cause());
		this.outcome.complete(Mono.error(failure::exception));
	}

	/**
	 * Join the flight. A caller that has left is not given the failure: Reactor would log
	 * each one as dropped, with its stack trace. The wait is over before its failure is
	 * explained: what that throws ends the caller, too.
	 * @return the token; fails with an exception of the caller's own, or with a
	 * {@link java.util.concurrent.TimeoutException}
	 */
	Mono<AccessToken> join(Duration patience, Scheduler scheduler) {
		return ErrorSignals
			.of(Mono.fromFuture(() -> this.outcome.thenApplyAsync(Function.identity(), scheduler::schedule), true)
				.timeout(patience, scheduler)
				.flatMap(Function.identity()));
	}

	/**
	 * What a flight does at a moment.
	 *
	 * @param step the step
	 * @param uri the URL of the request, without query, or {@code null} if there is none
	 * @param unfinished what there is to wait for, as text that follows step and URL
	 */
	record Activity(PlatformStep step, @Nullable URI uri, String unfinished) {

		static final Activity DISCOVERY = new Activity(PlatformStep.PROVIDER_CONFIGURATION, null,
				"discovery has not ended");

		String describe() {
			return (this.uri != null) ? "%s at %s %s".formatted(this.step, this.uri, this.unfinished) : this.unfinished;
		}

	}

}
