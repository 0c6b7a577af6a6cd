package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import io.micrometer.observation.Observation;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.TokenState;
import io.videoplatform.client.TokenStatus;
import io.videoplatform.internal.observation.EngineObservation;
import io.videoplatform.internal.token.RejectionLimiter.Rejection;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.shared.RecordIdentity;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * The token of one key. Callers of every kind, servlet, reactive or scheduled, meet here
 * and share one flight.
 */
public final class TokenSource {

	/**
	 * The longest wait of a caller.
	 */
	public static final Duration DEADLINE = Duration.ofSeconds(10);

	/**
	 * How long callers wait whom a slow host has kept waiting before: long enough for a
	 * host that is back.
	 */
	private static final Duration PATIENCE = Duration.ofMillis(25);

	private final EngineClient client;

	private final Clock clock;

	private final TokenLedger ledger;

	private final TokenAcquirer owner;

	private final @Nullable SharedTokens shared;

	TokenSource(EngineClient client, TokenLedger ledger, TokenAcquirer owner, @Nullable SharedTokens shared) {
		this.client = client;
		this.clock = client.clock();
		this.ledger = ledger;
		this.owner = owner;
		this.shared = shared;
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
	 * Join the flight under way, or start one. If it brings nothing, a token that is
	 * still usable is given.
	 * @return the token; fails with a {@link PlatformAuthorizationException}: at once
	 * while the time of the next attempt has not come, at the latest after 10 s. If the
	 * user has to log in again, it fails with Spring Security's
	 * {@code ClientAuthorizationRequiredException} instead
	 */
	public Mono<AccessToken> await(ContextView caller) {
		return Mono.defer(() -> {
			noteChanges();
			FlightDecision decision = this.ledger.decide(this.clock.millis());
			if (decision instanceof FlightDecision.Use use) {
				return Mono.just(use.token());
			}
			if (decision instanceof FlightDecision.Fail fail) {
				return failUnlessChanged(fail.reason(), caller);
			}
			if (decision instanceof FlightDecision.Start start) {
				run(start.flight()).start(EngineObservation.of(caller), false);
				return join(start.flight());
			}
			this.client.observations().joinedFlight();
			return (decision instanceof FlightDecision.JoinBriefly join) ? joinBriefly(join)
					: join(((FlightDecision.Join) decision).flight());
		});
	}

	/**
	 * Await the token like {@link #await(ContextView)}, for a caller that goes on with
	 * code of the application.
	 * @return the token, on a thread that may be blocked
	 */
	public Mono<AccessToken> awaitReleased(ContextView caller) {
		return this.client.engine().release(await(caller));
	}

	/**
	 * Reject a token that the API does not accept. Concurrent rejections of one token
	 * count once; one for a token that has been replaced changes nothing.
	 * @return whether the request may be sent again with the token that {@link #await}
	 * gives
	 */
	public boolean reject(AccessToken sent) {
		Rejection rejection = this.ledger.reject(sent, this.clock.millis());
		if (rejection == Rejection.TAKEN) {
			this.client.publish(Level.DEBUG, PlatformStep.API_REQUEST,
					"The API no longer accepts the access token of client '%s'".formatted(this.client.name()));
		}
		if (rejection != Rejection.KNOWN) {
			refused(sent);
		}
		return rejection != Rejection.LIMITED;
	}

	/**
	 * Note that the API has refused a token with which a request was sent again, after it
	 * had rejected the one before. That rejects nothing.
	 */
	public void refused(AccessToken sent) {
		this.client.refusedTokens().refused(sent, this.clock.millis());
	}

	/**
	 * Note that a call has used a token with success.
	 */
	public void accepted(AccessToken sent) {
		sent.markAccepted();
		this.client.refusedTokens().accepted(this.clock.millis());
	}

	/**
	 * Return whether the API has refused a token of the client, and has accepted none
	 * since.
	 */
	public boolean isRefused() {
		return this.client.refusedTokens().isRefused();
	}

	/**
	 * Return since when the API refuses all tokens of the client.
	 * @return the outage, or {@code null} if there is none
	 */
	public @Nullable TokenOutage refusal() {
		return this.client.refusal();
	}

	/**
	 * Note that a request is sent again after a rejection.
	 */
	public void retried(@Nullable Observation call) {
		this.client.observations().retriedCall(call);
	}

	/**
	 * Discard the token that is held, on behalf of the application: it counts as expired,
	 * and no limit of rejections applies. A token counts once.
	 */
	public void invalidate() {
		AccessToken held = this.ledger.held().accessToken();
		if (held != null) {
			this.ledger.reject(held, held.lifetime().expiresAt());
		}
	}

	/**
	 * Return what is held, without any I/O.
	 */
	public TokenStatus status() {
		return this.ledger.held()
			.status(this.ledger.failure(), this.ledger.flight() != null, this.client.tokenClient().sent(),
					this.clock.millis());
	}

	/**
	 * Return what is held, whether or not the access token is still good.
	 * @return the tokens, or {@code null} if none are held
	 */
	public @Nullable GrantedTokens held() {
		TokenSnapshot held = this.ledger.held();
		AccessToken token = held.accessToken();
		return (token != null) ? new GrantedTokens(token, held.refreshToken(), null) : null;
	}

	/**
	 * End the login that this token belongs to; a flight under way brings nothing back.
	 * @return the refresh token that was held, or {@code null} if there was none
	 */
	public @Nullable RefreshToken end(String reason) {
		return this.ledger.end(reason).refreshToken();
	}

	/**
	 * Store the tokens of a login that has just begun, for other nodes, as soon as the
	 * store can be reached.
	 * @return completes when they are stored; empty if nodes share nothing
	 */
	public Mono<Void> share(@Nullable RecordIdentity login, GrantedTokens grant, Map<String, String> claims) {
		return (this.shared != null && login != null) ? this.shared.open(login, grant, claims) : Mono.empty();
	}

	/**
	 * End a login for all nodes as soon as the store can be reached.
	 * @return the refresh token that this ends, when that is stored; the one that was
	 * held here if nodes share nothing; empty if there is none
	 */
	public Mono<RefreshToken> endShared(@Nullable RecordIdentity login, boolean revocable,
			@Nullable RefreshToken held) {
		return (this.shared != null && login != null) ? this.shared.end(login, revocable, held)
				: Mono.justOrEmpty(held);
	}

	/**
	 * Return the claims of a login that nodes share, as far as this node knows them.
	 */
	public Map<String, String> sharedClaims() {
		return (this.shared != null) ? this.shared.claims() : Map.of();
	}

	/**
	 * New secrets are tried at once, whatever came of the old ones.
	 * @return whether there is something to try
	 */
	private boolean noteChanges() {
		return this.ledger.failure() != null && this.ledger.useSecrets(this.client.secretsVersion());
	}

	private Mono<AccessToken> failUnlessChanged(RuntimeException ex, ContextView caller) {
		return this.client.checkForChangedSecrets()
			.then(Mono.defer(() -> noteChanges() ? await(caller) : usableOr(ex)));
	}

	private void refreshBehind(long now) {
		noteChanges();
		TokenFlight flight = this.ledger.beginRefresh(now);
		if (flight != null) {
			run(flight).start(null, true);
		}
		else if (this.ledger.failure() != null) {
			this.client.checkForChangedSecrets().subscribe();
		}
	}

	private FlightRun run(TokenFlight flight) {
		return new FlightRun(this.client, this.ledger, this.owner, this.shared, flight);
	}

	private Mono<AccessToken> join(TokenFlight flight) {
		return flight.join(DEADLINE, this.client.engine().scheduler())
			.onErrorResume((ex) -> usableOr(this.client.failures().explain(ex, flight, DEADLINE)));
	}

	private Mono<AccessToken> joinBriefly(FlightDecision.JoinBriefly join) {
		return join.flight()
			.join(PATIENCE, this.client.engine().scheduler())
			.onErrorResume((ex) -> usableOr((ex instanceof TimeoutException) ? join.otherwise()
					: this.client.failures().explain(ex, join.flight(), PATIENCE)));
	}

	private Mono<AccessToken> usableOr(RuntimeException ex) {
		TokenSnapshot held = this.ledger.held();
		AccessToken token = held.accessToken();
		return (token != null && held.state(this.clock.millis()) != TokenState.EXPIRED) ? Mono.just(token)
				: Mono.error(ex);
	}

}
