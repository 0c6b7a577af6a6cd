package io.videoplatform.token;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

import io.micrometer.observation.Observation;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/**
 * The token of one key. Callers of every kind, servlet, reactive or scheduled, meet here
 * and share one flight.
 */
public final class TokenSource {

	private static final Duration DEADLINE = Duration.ofSeconds(10);

	/**
	 * How long those wait whom a slow host has kept waiting before: long enough for a
	 * host that is back.
	 */
	private static final Duration PATIENCE = Duration.ofMillis(25);

	/**
	 * Where Micrometer's context propagation and {@code WebClient} look for the parent.
	 */
	private static final String OBSERVATION = "micrometer.observation";

	private final SourceContext context;

	private final Clock clock;

	private final TokenLedger ledger;

	private final TokenAcquisition acquisition;

	final Owner owner;

	TokenSource(SourceContext context, TokenLedger ledger, TokenAcquisition acquisition, Owner owner) {
		this.context = context;
		this.clock = context.clock();
		this.ledger = ledger;
		this.acquisition = acquisition;
		this.owner = owner;
	}

	/**
	 * Return the token to send now. Costs a volatile read while it is fresh; when it is
	 * stale, one refresh is started behind.
	 * @return the token, or {@code null} if there is none to use
	 */
	public @Nullable AccessToken current() {
		TokenSnapshot held = this.ledger.held();
		long now = this.clock.millis();
		return switch (held.state(now)) {
			case FRESH, IN_DOUBT -> held.accessToken();
			case STALE -> {
				refreshBehind(now);
				yield held.accessToken();
			}
			case EXPIRED -> null;
		};
	}

	/**
	 * Return the token for a request that cannot be sent twice: not one that is about to
	 * be replaced.
	 * @return the token, or {@code null} if the caller should {@link #await}
	 */
	public @Nullable AccessToken currentUnlessStale() {
		return this.ledger.held().settled(this.clock.millis());
	}

	/**
	 * Await the flight under way, or start one. If it brings nothing, a token that is
	 * still usable answers.
	 * @param parent the caller's observation, the only thing that a flight takes over
	 * @return the token; fails with a {@link PlatformAuthorizationException}: at once
	 * while the time of the next attempt has not come, at the latest after 10 s. If the
	 * user has to log in again, it fails with Spring Security's
	 * {@code ClientAuthorizationRequiredException} instead
	 */
	public Mono<AccessToken> await(@Nullable Observation parent) {
		return Mono.defer(() -> {
			Boarding boarding = this.ledger.board(this.clock.millis());
			if (boarding instanceof Boarding.Joined joined) {
				return join(joined, parent);
			}
			if (boarding instanceof Boarding.JoinedBriefly briefly) {
				return joinBriefly(briefly);
			}
			if (boarding instanceof Boarding.Refused refused) {
				return usableOr(refused.exception());
			}
			return Mono.just(((Boarding.Usable) boarding).token());
		});
	}

	/**
	 * Take the API's word that it does not accept a token. Concurrent rejections of one
	 * token count once; one for a token that has been replaced changes nothing.
	 * @param sent the token that was sent
	 * @return whether the request may be sent again with the token that {@link #await}
	 * gives
	 */
	public boolean reject(AccessToken sent) {
		TokenLedger.Rejection rejection = this.ledger.reject(sent, this.clock.millis());
		if (rejection == TokenLedger.Rejection.TAKEN) {
			publish(Level.DEBUG, PlatformStep.API_REQUEST,
					"The API no longer accepts the access token of client '%s'".formatted(this.context.client()));
		}
		return rejection != TokenLedger.Rejection.LIMITED;
	}

	/**
	 * Return what is held, without any I/O.
	 * @return the status
	 */
	public TokenStatus status() {
		return TokenStatus.of(this.ledger.held(), this.ledger.failure(), this.ledger.flight() != null,
				this.context.requests().sent(), this.clock.millis());
	}

	/**
	 * Return what is held, whether or not the access token is still good.
	 * @return the tokens, or {@code null} if none are held
	 */
	public @Nullable TokenGrant held() {
		TokenSnapshot held = this.ledger.held();
		AccessToken token = held.accessToken();
		return (token != null) ? new TokenGrant(token, held.refreshToken(), null) : null;
	}

	/**
	 * End the login that this token belongs to; a flight under way brings nothing back.
	 * @return what was held
	 */
	TokenSnapshot end(String reason) {
		return this.ledger.end(reason);
	}

	TokenSnapshot snapshot() {
		return this.ledger.held();
	}

	private void refreshBehind(long now) {
		TokenFlight flight = this.ledger.beginRefresh(now);
		if (flight != null) {
			start(flight, null);
		}
	}

	private Mono<AccessToken> join(Boarding.Joined joined, @Nullable Observation parent) {
		Mono<AccessToken> awaited = joined.flight().await(DEADLINE, this.context.scheduler());
		if (joined.starts()) {
			start(joined.flight(), parent);
		}
		return awaited.onErrorResume((ex) -> usableOr(explain(ex)));
	}

	private Mono<AccessToken> joinBriefly(Boarding.JoinedBriefly briefly) {
		return briefly.flight()
			.await(PATIENCE, this.context.scheduler())
			.onErrorResume((ex) -> usableOr((ex instanceof FlightFailedException) ? explain(ex) : briefly.otherwise()));
	}

	private Mono<AccessToken> usableOr(RuntimeException ex) {
		TokenSnapshot held = this.ledger.held();
		AccessToken token = held.accessToken();
		return (token != null && held.state(this.clock.millis()) != TokenState.EXPIRED) ? Mono.just(token)
				: Mono.error(ex);
	}

	private RuntimeException explain(Throwable ex) {
		if (ex instanceof FlightFailedException failed) {
			return failed.failure().exception();
		}
		String reason = (ex instanceof TimeoutException) ? "none came within %d s".formatted(DEADLINE.toSeconds())
				: ex.toString();
		return new PlatformAuthorizationException(
				"No access token for client '%s': %s".formatted(this.context.client(), reason),
				PlatformStep.TOKEN_REQUEST, null, true, null, null, ex);
	}

	private void start(TokenFlight flight, @Nullable Observation parent) {
		try {
			Scheduler scheduler = this.context.scheduler();
			scheduler.schedule(() -> this.acquisition.acquire(new Held())
				.publishOn(scheduler)
				.contextWrite((parent != null) ? Context.of(OBSERVATION, parent) : Context.empty())
				.subscribe((grant) -> land(flight, grant), (ex) -> fail(flight, ex)));
		}
		catch (RejectedExecutionException ex) {
			fail(flight, ex);
		}
	}

	/**
	 * Tells what happened before it releases the waiters, so that they find it told.
	 */
	private void land(TokenFlight flight, TokenGrant grant) {
		TokenFailure ended = this.ledger.succeeded(grant);
		if (ended != null && ended.isFinal()) {
			this.owner.orphaned(grant);
			flight.fail(new FlightFailedException(ended));
			return;
		}
		try {
			this.owner.renewed(this);
			tellObtained(grant.accessToken(), ended);
		}
		finally {
			flight.succeed(grant.accessToken());
		}
	}

	private void tellObtained(AccessToken token, @Nullable TokenFailure ended) {
		boolean recovered = this.context.outages().endsWith(token);
		publish(recovered ? Level.INFO : Level.DEBUG, PlatformStep.TOKEN_REQUEST,
				"%sObtained an access token for client '%s', to be refreshed at %s%s".formatted(
						recovered ? "Token requests succeed again. " : "", this.context.client(),
						Instant.ofEpochMilli(token.lifetime().refreshAt()),
						(ended != null) ? " (after %d failures)".formatted(ended.count()) : ""));
	}

	private void fail(TokenFlight flight, Throwable ex) {
		long now = this.clock.millis();
		TokenFailure failure = this.ledger.failed(flight, ex, now);
		try {
			if (failure.isFinal()) {
				this.owner.ended(this);
			}
			publish(this.context.outages().failed(failure, now), failure.step(), failure.message() + failure.outlook());
		}
		finally {
			flight.fail(new FlightFailedException(failure));
		}
	}

	private void publish(Level level, PlatformStep step, String message) {
		this.context.events().onEvent(new PlatformEvent(this.clock.instant(), step, level, message));
	}

	/**
	 * Whoever keeps a source, and is told what becomes of it.
	 */
	interface Owner {

		/**
		 * New tokens are held.
		 */
		void renewed(TokenSource source);

		/**
		 * The login is over: the provider or the lack of a refresh token ended it.
		 */
		void ended(TokenSource source);

		/**
		 * A flight brought tokens for a login that had been ended meanwhile.
		 */
		void orphaned(TokenGrant grant);

	}

	/**
	 * The ledger as a flight sees it.
	 */
	private final class Held implements HeldRefreshToken {

		@Override
		public @Nullable RefreshToken living(ProviderBinding provider) {
			return TokenSource.this.ledger.living(provider, TokenSource.this.clock.millis());
		}

		@Override
		public void refused(RefreshToken refreshToken) {
			TokenSource.this.ledger.forget(refreshToken);
			publish(Level.INFO, PlatformStep.TOKEN_REQUEST,
					"The provider refused the refresh token of client '%s': beginning again with its first grant"
						.formatted(TokenSource.this.context.client()));
		}

		@Override
		public boolean mayBeTriedOnceMore(RefreshToken refreshToken) {
			return TokenSource.this.ledger.doubtWhenRunOut(refreshToken, TokenSource.this.clock.millis());
		}

	}

}
