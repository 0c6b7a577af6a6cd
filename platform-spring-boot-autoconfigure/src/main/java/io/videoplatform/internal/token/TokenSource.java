package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

import io.micrometer.observation.Observation;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.TokenState;
import io.videoplatform.client.TokenStatus;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;

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
			TokenDecision decision = this.ledger.decide(this.clock.millis());
			return switch (decision.kind()) {
				case USE -> Mono.just(decision.token());
				case START -> {
					start(decision.flight(), parent);
					yield join(decision.flight());
				}
				case JOIN -> join(decision.flight());
				case JOIN_BRIEFLY -> joinBriefly(decision.flight(), decision.failure());
				case FAIL -> usableOr(decision.failure());
			};
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
			this.context.publish(Level.DEBUG, PlatformStep.API_REQUEST,
					"The API no longer accepts the access token of client '%s'".formatted(this.context.client()));
		}
		return rejection != TokenLedger.Rejection.LIMITED;
	}

	/**
	 * Take the application's word that the token held is dead: it counts as run out,
	 * which no limit of rejections concerns. A token counts once.
	 */
	public void invalidate() {
		AccessToken held = this.ledger.held().accessToken();
		if (held != null) {
			this.ledger.reject(held, held.lifetime().expiresAt());
		}
	}

	/**
	 * Return what is held, without any I/O.
	 * @return the status
	 */
	public TokenStatus status() {
		return this.ledger.held()
			.status(this.ledger.failure(), this.ledger.flight() != null, this.context.requests().sent(),
					this.clock.millis());
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

	private Mono<AccessToken> join(TokenFlight flight) {
		return flight.await(DEADLINE, this.context.scheduler())
			.onErrorResume((ex) -> usableOr(explain(ex, flight, DEADLINE)));
	}

	private Mono<AccessToken> joinBriefly(TokenFlight flight, RuntimeException otherwise) {
		return flight.await(PATIENCE, this.context.scheduler())
			.onErrorResume(
					(ex) -> usableOr((ex instanceof TimeoutException) ? otherwise : explain(ex, flight, PATIENCE)));
	}

	private Mono<AccessToken> usableOr(RuntimeException ex) {
		TokenSnapshot held = this.ledger.held();
		AccessToken token = held.accessToken();
		return (token != null && held.state(this.clock.millis()) != TokenState.EXPIRED) ? Mono.just(token)
				: Mono.error(ex);
	}

	/**
	 * Explain why a caller gets no token. A rejection says that the threads which release
	 * callers are gone.
	 */
	private RuntimeException explain(Throwable ex, TokenFlight flight, Duration waited) {
		if (ex instanceof TimeoutException) {
			return this.context.unfinished(flight, waited, ex);
		}
		if (ex instanceof PlatformAuthorizationException || ex instanceof ClientAuthorizationRequiredException) {
			return (RuntimeException) ex;
		}
		return this.context.failures().of(this.context.cause(ex), null, this.clock.millis(), 0).exception();
	}

	/**
	 * Start a flight. Whatever is thrown ends it: errors of the virtual machine would
	 * reach nobody that waits, since Reactor signals them to no subscriber.
	 */
	private void start(TokenFlight flight, @Nullable Observation parent) {
		try {
			this.context.scheduler().schedule(() -> run(flight, parent));
		}
		catch (Throwable ex) {
			fail(flight, ex);
		}
	}

	private void run(TokenFlight flight, @Nullable Observation parent) {
		if (flight.hasEnded()) {
			return;
		}
		try {
			Mono<TokenGrant> acquired = Mono.defer(() -> this.acquisition.acquire(flight, this.ledger))
				.timeout(TokenFlight.LIMIT, this.context.scheduler())
				.publishOn(this.context.scheduler());
			this.context.shutdown()
				.cancels(acquired)
				.contextWrite((parent != null) ? Context.of(OBSERVATION, parent) : Context.empty())
				.subscribe((grant) -> complete(flight, grant), (ex) -> fail(flight, ex));
		}
		catch (Throwable ex) {
			fail(flight, ex);
		}
	}

	/**
	 * Reports what happened before it releases the waiters.
	 */
	private void complete(TokenFlight flight, TokenGrant grant) {
		if (!flight.tryEnd()) {
			return;
		}
		TokenFailure ended = this.ledger.succeeded(grant);
		if (ended != null && ended.isFinal()) {
			discard(flight, grant, ended);
			return;
		}
		try {
			this.owner.renewed(this);
			this.context.reportObtained(grant.accessToken(), ended);
		}
		finally {
			flight.succeed(grant.accessToken());
		}
	}

	private void discard(TokenFlight flight, TokenGrant grant, TokenFailure ended) {
		try {
			this.owner.discarded(grant);
		}
		finally {
			flight.fail(ended);
		}
	}

	private void fail(TokenFlight flight, Throwable ex) {
		if (!flight.tryEnd()) {
			return;
		}
		long now = this.clock.millis();
		TokenFailure failure = this.ledger.failed(flight, (ex instanceof TimeoutException)
				? this.context.unfinished(flight, TokenFlight.LIMIT, ex) : this.context.cause(ex), now);
		try {
			if (failure.isFinal()) {
				this.owner.ended(this);
			}
			this.context.publish(this.context.outages().failed(failure, now), failure.step(),
					failure.message() + failure.outlook());
		}
		finally {
			flight.fail(failure);
		}
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
		void discarded(TokenGrant grant);

	}

}
