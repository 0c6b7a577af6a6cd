package io.videoplatform.internal.token;

import io.videoplatform.client.TokenState;
import io.videoplatform.internal.token.RejectionLimiter.Rejection;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import org.jspecify.annotations.Nullable;

/**
 * What is held for one key, and the only place where it changes. The monitor guards
 * decisions: no I/O and no foreign code runs under it. Readers take no lock; they see one
 * immutable snapshot.
 */
final class TokenLedger {

	private final TokenFailures failures;

	private final RejectionLimiter rejections = new RejectionLimiter();

	private volatile TokenSnapshot held;

	private volatile @Nullable TokenFlight flight;

	private volatile @Nullable TokenFailure failure;

	private long secrets;

	TokenLedger(TokenFailures failures, TokenSnapshot held) {
		this.failures = failures;
		this.held = held;
	}

	TokenSnapshot held() {
		return this.held;
	}

	@Nullable TokenFlight flight() {
		return this.flight;
	}

	@Nullable TokenFailure failure() {
		return this.failure;
	}

	/**
	 * Note which version of the client's secrets is in use: the failures of another one
	 * keep no flight from starting.
	 * @return whether it is another one
	 */
	synchronized boolean useSecrets(long version) {
		boolean changed = version != this.secrets;
		this.secrets = version;
		if (changed && !isEnded()) {
			this.failure = null;
		}
		return changed;
	}

	/**
	 * Begin the refresh of a stale token, unless one is under way or it is too early
	 * after a failure.
	 * @return the flight for the caller to start, or {@code null}
	 */
	@Nullable TokenFlight beginRefresh(long now) {
		// Without the lock first: every call with a stale token comes here
		return mayBegin(now) ? beginIfStale(now) : null;
	}

	private synchronized @Nullable TokenFlight beginIfStale(long now) {
		return (mayBegin(now) && this.held.state(now) == TokenState.STALE) ? begin(now) : null;
	}

	/**
	 * Decide what a caller gets that cannot use what is held.
	 */
	synchronized FlightDecision decide(long now) {
		AccessToken settled = this.held.settled(now);
		if (settled != null) {
			return new FlightDecision.Use(settled);
		}
		TokenFlight underWay = this.flight;
		TokenFailure last = this.failure;
		if (last != null && (last.isFinal() || (underWay == null && !last.isPauseOver(now)))) {
			return new FlightDecision.Fail(last.exception());
		}
		if (underWay == null) {
			return new FlightDecision.Start(begin(now));
		}
		return (last != null && last.isSlow())
				? new FlightDecision.JoinBriefly(underWay, last.exceptionDuringFlight(underWay.startedAt()))
				: new FlightDecision.Join(underWay);
	}

	/**
	 * Keep what a flight brought, unless the login has ended meanwhile: nothing brings it
	 * back.
	 * @return the failure that this ends, if there is one; a final one if nothing was
	 * kept
	 */
	synchronized @Nullable TokenFailure succeeded(GrantedTokens grant) {
		TokenFailure ended = this.failure;
		this.flight = null;
		if (ended == null || !ended.isFinal()) {
			this.held = this.held.latest(grant);
			this.failure = null;
		}
		return ended;
	}

	/**
	 * Keep what another node has acquired, unless it is held already, or something later
	 * is.
	 * @return whether it is kept
	 */
	synchronized boolean adopt(GrantedTokens grant) {
		if (isEnded() || !this.held.isBefore(grant)) {
			return false;
		}
		this.held = this.held.followedBy(grant);
		this.failure = null;
		return true;
	}

	/**
	 * Return the generation of what is held at a provider.
	 */
	synchronized long generation(ProviderBinding provider) {
		this.held = this.held.ofLogin() ? this.held : this.held.at(provider);
		return this.held.generation();
	}

	/**
	 * End the login: forget all that is held, and refuse all later callers.
	 * @return what was held
	 */
	synchronized TokenSnapshot end(String reason) {
		TokenSnapshot last = this.held;
		this.held = TokenSnapshot.EMPTY;
		if (!isEnded()) {
			this.failure = this.failures.ended(reason, null);
		}
		return last;
	}

	/**
	 * Whether the login is over.
	 */
	boolean isEnded() {
		TokenFailure last = this.failure;
		return last != null && last.isFinal();
	}

	/**
	 * Note that a flight brought nothing.
	 * @return why, and when the next may start
	 */
	synchronized TokenFailure failed(TokenFlight ended, Throwable ex, long now) {
		if (TokenSnapshot.leavesInDoubt(ex) || ended.leavesInDoubt()) {
			this.held = this.held.withDoubt();
		}
		this.flight = null;
		TokenFailure last = this.failure;
		if (last != null && last.isFinal()) {
			return last;
		}
		TokenFailure reason = this.failures.of(ex, last, now, now - ended.startedAt());
		this.failure = reason;
		if (reason.isFinal()) {
			this.held = TokenSnapshot.EMPTY;
		}
		return reason;
	}

	/**
	 * Return the refresh token that the flight under way may present to a provider. What
	 * another provider issued is dropped.
	 * @return the refresh token, or {@code null} if none may be presented
	 */
	synchronized @Nullable RefreshToken presentable(ProviderBinding provider, long now) {
		this.held = this.held.at(provider);
		return this.held.presentable(now);
	}

	/**
	 * Whether the flight that presented a refresh token without a known outcome may
	 * present it once more at once. If so, the doubt is noted.
	 */
	synchronized boolean presentAgain(RefreshToken presented, long now) {
		boolean again = this.held.refreshToken() == presented && this.held.isPresentableAgain(now);
		if (again) {
			this.held = this.held.withDoubt();
		}
		return again;
	}

	/**
	 * Note that the provider refused a refresh token.
	 */
	synchronized void refused(RefreshToken presented) {
		if (this.held.refreshToken() == presented) {
			this.held = this.held.withRefusal();
		}
	}

	/**
	 * Reject a token that the API does not accept.
	 */
	synchronized Rejection reject(AccessToken sent, long now) {
		if (this.held.accessToken() != sent || this.held.rejected()) {
			return Rejection.KNOWN;
		}
		Rejection rejection = this.rejections.decide(this.held, sent, now);
		if (rejection == Rejection.TAKEN) {
			this.held = this.held.withRejection();
		}
		return rejection;
	}

	private TokenFlight begin(long now) {
		TokenFlight started = new TokenFlight(now, this.held.generation());
		this.flight = started;
		return started;
	}

	private boolean mayBegin(long now) {
		TokenFailure last = this.failure;
		return this.flight == null && (last == null || last.isPauseOver(now));
	}

}
