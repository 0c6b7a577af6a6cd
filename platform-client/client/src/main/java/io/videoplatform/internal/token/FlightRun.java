package io.videoplatform.internal.token;

import io.micrometer.observation.Observation;
import io.videoplatform.internal.observation.EngineObservation;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Runs one flight for the token of a key, and notes and reports how it ends before its
 * waiters are released.
 */
final class FlightRun {

	private final EngineClient client;

	private final TokenLedger ledger;

	private final TokenAcquirer owner;

	private final @Nullable SharedTokens shared;

	private final TokenFlight flight;

	FlightRun(EngineClient client, TokenLedger ledger, TokenAcquirer owner, @Nullable SharedTokens shared,
			TokenFlight flight) {
		this.client = client;
		this.ledger = ledger;
		this.owner = owner;
		this.shared = shared;
		this.flight = flight;
	}

	/**
	 * Start on a thread of the engine. Whatever is thrown ends the flight: errors of the
	 * virtual machine would reach no waiter, since Reactor signals them to no subscriber.
	 */
	void start(@Nullable Observation caller, boolean background) {
		try {
			this.client.engine().scheduler().schedule(() -> run(caller, background));
		}
		catch (Throwable ex) {
			fail(ex);
		}
	}

	private void run(@Nullable Observation caller, boolean background) {
		try {
			EngineObservation observation = this.client.observations().flight(background, caller);
			this.flight.observedBy(observation);
			TokenRefresh refresh = new TokenRefresh(this.client.tokenClient(), this.client.clock(), this.ledger,
					this.flight, this.shared);
			Mono<GrantedTokens> acquired = this.client.readSecrets().then(Mono.defer(() -> {
				this.ledger.useSecrets(this.client.secretsVersion());
				return this.owner.acquire(this.flight, refresh);
			}));
			this.client.engine()
				.bind(acquired, TokenFlight.LIMIT)
				.contextWrite(observation::addTo)
				.subscribe(this::complete, this::fail);
		}
		catch (Throwable ex) {
			fail(ex);
		}
	}

	/**
	 * Report what happened before the waiters are released.
	 */
	private void complete(GrantedTokens grant) {
		if (!this.flight.tryEnd()) {
			return;
		}
		TokenFailure ended = this.ledger.succeeded(grant);
		if (ended != null && ended.isFinal()) {
			discard(grant, ended);
			return;
		}
		try {
			this.owner.renewed();
			this.client.report().acquired(grant.accessToken(), ended);
		}
		finally {
			this.flight.succeed(grant.accessToken());
		}
	}

	private void discard(GrantedTokens grant, TokenFailure ended) {
		RefreshToken refreshToken = grant.refreshToken();
		try {
			if (refreshToken != null) {
				this.owner.discarded(refreshToken);
			}
		}
		finally {
			this.flight.fail(ended);
		}
	}

	/**
	 * Nothing else ends the flight now, not even its time limit: a clock or a random
	 * generator of the application's own that fails must not keep its callers.
	 */
	private void fail(Throwable ex) {
		if (!this.flight.tryEnd()) {
			return;
		}
		try {
			fail(this.client.failures().cause(ex, this.flight), this.client.clock().millis());
		}
		catch (Throwable unforeseen) {
			this.ledger.abandon(this.flight, ex);
			this.flight.abandon(unforeseen);
			throw unforeseen;
		}
	}

	private void fail(Throwable cause, long now) {
		TokenFailure failure = this.ledger.failed(this.flight, cause, now);
		try {
			if (failure.isFinal()) {
				this.owner.ended();
			}
			this.client.report().failed(failure, now);
		}
		finally {
			this.flight.fail(failure);
		}
	}

}
