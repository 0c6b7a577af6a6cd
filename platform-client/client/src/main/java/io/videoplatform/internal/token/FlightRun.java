package io.videoplatform.internal.token;

import java.util.Objects;
import java.util.function.Function;

import io.micrometer.observation.Observation;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.observation.EngineObservation;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.shared.RecordIdentity;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Runs one flight for the token of a key, and notes and reports how it ends before its
 * waiters are released. It is the only place where a refresh token that is held is
 * presented.
 *
 * @param client the engine as the client uses it
 * @param ledger what is held
 * @param owner acquires the tokens
 * @param shared what other nodes share, if there are any
 * @param flight what its waiters join
 */
public record FlightRun(EngineClient client, TokenLedger ledger, TokenAcquirer owner, @Nullable SharedTokens shared,
		TokenFlight flight) {

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
			Mono<GrantedTokens> acquired = this.client.readSecrets()
				.then(Mono.fromRunnable(() -> this.ledger.useSecrets(this.client.secretsVersion())))
				.then(this.client.provider())
				.flatMap((provider) -> this.owner.acquire(provider, this));
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
	 * Have a login's tokens refreshed (RFC 6749, section 6): by this node, or by another
	 * with which it shares them.
	 * @return the tokens; empty if no usable refresh token of this provider is held;
	 * fails with a {@link TokenRequestException}, or as the check and the store do
	 */
	public Mono<GrantedTokens> ofLogin(@Nullable RecordIdentity login, ProviderMetadata provider,
			Function<GrantedTokens, Mono<GrantedTokens>> check) {
		return (this.shared == null || login == null) ? refresh(provider).flatMap(check)
				: shared(this.shared, login, provider, true,
						(refreshToken) -> request(Objects.requireNonNull(refreshToken), provider).flatMap(check));
	}

	/**
	 * Have an application's access token acquired: by this node, or by another with which
	 * it shares it. While the store does not respond, this node does without it.
	 * @return the token
	 */
	Mono<GrantedTokens> ofApplication(@Nullable RecordIdentity application, ProviderMetadata provider,
			Mono<GrantedTokens> acquisition) {
		return (this.shared == null || application == null) ? acquisition
				: shared(this.shared, application, provider, false, (none) -> acquisition);
	}

	private Mono<GrantedTokens> shared(SharedTokens shared, RecordIdentity identity, ProviderMetadata provider,
			boolean ofLogin, Function<@Nullable RefreshToken, Mono<GrantedTokens>> request) {
		return Mono.defer(
				() -> new SharedRefresh(shared, this.flight, identity, ProviderBinding.of(provider), ofLogin, request)
					.run());
	}

	/**
	 * Refresh by the refresh token that is held (RFC 6749, section 6). When it may be
	 * presented, {@link TokenSnapshot} knows. If the provider rotates refresh tokens (RFC
	 * 9700, section 4.14.2), the tokens of the response include the next one.
	 * @return the tokens; empty if no usable refresh token of this provider is held;
	 * fails with a {@link TokenRequestException}
	 */
	Mono<GrantedTokens> refresh(ProviderMetadata provider) {
		return Mono.defer(() -> {
			RefreshToken refreshToken = this.ledger.presentable(ProviderBinding.of(provider),
					this.client.clock().millis());
			return (refreshToken != null) ? present(refreshToken, provider) : Mono.empty();
		});
	}

	private Mono<GrantedTokens> present(RefreshToken refreshToken, ProviderMetadata provider) {
		Mono<GrantedTokens> request = request(refreshToken, provider);
		return request
			.onErrorResume((ex) -> TokenRequestException.leavesInDoubt(ex)
					&& this.ledger.presentAgain(refreshToken, this.client.clock().millis()), (ex) -> request)
			.doOnError(TokenRequestException::refusesRefresh, (ex) -> this.ledger.refused(refreshToken));
	}

	private Mono<GrantedTokens> request(RefreshToken refreshToken, ProviderMetadata provider) {
		return Mono.defer(() -> {
			this.flight.requestsTokens(provider, "has no response yet");
			this.flight.presents(true);
			return this.client.tokenClient()
				.refresh(provider, refreshToken)
				.switchIfEmpty(Mono.error(() -> new IllegalStateException("the request ended without a response")))
				.doOnError((ex) -> this.flight.presents(false));
		});
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

	private void fail(Throwable ex) {
		if (!this.flight.tryEnd()) {
			return;
		}
		long now = this.client.clock().millis();
		TokenFailure failure = this.ledger.failed(this.flight, this.client.failures().cause(ex, this.flight), now);
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
