package io.videoplatform.internal.token;

import java.util.concurrent.locks.ReentrantLock;

import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.client.TokenState;
import io.videoplatform.internal.token.RejectionLimiter.Rejection;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenGrant;
import org.jspecify.annotations.Nullable;

/**
 * What is held for one key, and the only place where it changes. The lock guards
 * decisions: no I/O and no foreign code runs under it. Readers take no lock; they see one
 * immutable snapshot.
 */
final class TokenLedger {

	private final TokenFailures failures;

	private final Ticker ticker;

	private final RejectionLimiter rejections = new RejectionLimiter();

	private final ReentrantLock lock = new ReentrantLock();

	private volatile TokenSnapshot held;

	private volatile @Nullable TokenFlight flight;

	private volatile @Nullable TokenFailure failure;

	private volatile long secrets;

	TokenLedger(TokenFailures failures, Ticker ticker, TokenSnapshot held) {
		this.failures = failures;
		this.ticker = ticker;
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
	boolean useSecrets(long version) {
		if (version == this.secrets) {
			return false;
		}
		this.lock.lock();
		try {
			boolean changed = version != this.secrets;
			this.secrets = version;
			if (changed && !isEnded()) {
				this.failure = null;
			}
			return changed;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * End the pause after a failure, because what it came of is over.
	 * @return whether there was a pause
	 */
	boolean endPause(TokenFailure last) {
		this.lock.lock();
		try {
			boolean paused = this.failure == last && last.isPaused();
			if (paused) {
				this.failure = last.withoutPause();
			}
			return paused;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Begin the refresh of a stale token, unless one is under way or it is too early
	 * after a failure.
	 * @return the flight for the caller to start, or {@code null}
	 */
	@Nullable TokenFlight beginRefresh(long now) {
		if (this.flight != null || !mayAttempt(now)) {
			return null;
		}
		this.lock.lock();
		try {
			if (this.flight != null || !mayAttempt(now) || this.held.state(now) != TokenState.STALE) {
				return null;
			}
			return begin(now);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Decide what a caller gets that cannot use what is held.
	 */
	TokenDecision decide(long now) {
		this.lock.lock();
		try {
			AccessToken settled = this.held.settled(now);
			if (settled != null) {
				return TokenDecision.use(settled);
			}
			TokenFlight underWay = this.flight;
			TokenFailure last = this.held.needsNoPause(this.failure) ? null : this.failure;
			if (last != null && (last.isFinal() || (underWay == null && !last.isPauseOver(now)))) {
				return TokenDecision.fail(last.exception());
			}
			if (underWay == null) {
				return TokenDecision.start(begin(now));
			}
			return (last != null && last.isSlow())
					? TokenDecision.joinBriefly(underWay, last.exceptionDuringFlight(underWay.startedAt()))
					: TokenDecision.join(underWay);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Keep what a flight brought, unless the login has ended meanwhile: nothing brings it
	 * back.
	 * @return the failure that this ends, if there is one; a final one if nothing was
	 * kept
	 */
	@Nullable TokenFailure succeeded(TokenGrant grant) {
		this.lock.lock();
		try {
			TokenFailure ended = this.failure;
			this.flight = null;
			if (ended == null || !ended.isFinal()) {
				this.held = this.held.latest(grant);
				this.failure = null;
			}
			return ended;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Keep what another node has acquired, unless it is held already, or something later
	 * is.
	 * @return whether it is kept
	 */
	boolean adopt(TokenGrant grant) {
		this.lock.lock();
		try {
			if (isEnded() || !this.held.isBefore(grant)) {
				return false;
			}
			this.held = this.held.followedBy(grant);
			this.failure = null;
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return the generation of what is held at a provider.
	 */
	long generation(ProviderBinding provider) {
		this.lock.lock();
		try {
			this.held = this.held.ofLogin() ? this.held : this.held.at(provider);
			return this.held.generation();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * End the login: forget all that is held, and refuse all later callers.
	 * @return what was held
	 */
	TokenSnapshot end(String reason) {
		this.lock.lock();
		try {
			TokenSnapshot last = this.held;
			this.held = TokenSnapshot.EMPTY;
			if (!isEnded()) {
				this.failure = this.failures.ended(reason, null);
			}
			return last;
		}
		finally {
			this.lock.unlock();
		}
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
	TokenFailure failed(TokenFlight ended, Throwable ex, long now) {
		this.lock.lock();
		try {
			forget(ended, ex);
			TokenFailure last = this.failure;
			if (last != null && last.isFinal()) {
				return last;
			}
			TokenFailure reason = this.failures.of(ex, last, now, ended.tookMillis());
			this.failure = reason;
			if (reason.isFinal()) {
				this.held = TokenSnapshot.EMPTY;
			}
			return reason;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Note that a flight brought nothing, and that nothing can be said of it: the next
	 * one may start at once.
	 */
	void abandon(TokenFlight ended, Throwable ex) {
		this.lock.lock();
		try {
			forget(ended, ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void forget(TokenFlight ended, Throwable ex) {
		if (TokenSnapshot.leavesInDoubt(ex) || ended.leavesInDoubt()) {
			this.held = this.held.withDoubt();
		}
		this.flight = null;
	}

	/**
	 * Return the refresh token that the flight under way may present to a provider. What
	 * another provider issued is dropped.
	 * @return the refresh token, or {@code null} if none may be presented
	 */
	@Nullable RefreshToken presentable(ProviderBinding provider, long now) {
		this.lock.lock();
		try {
			this.held = this.held.at(provider);
			return this.held.presentable(now);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Whether the flight that presented a refresh token without a known outcome may
	 * present it once more at once. If so, the doubt is noted.
	 */
	boolean presentAgain(RefreshToken presented, long now) {
		this.lock.lock();
		try {
			boolean again = this.held.refreshToken() == presented && this.held.isPresentableAgain(now);
			if (again) {
				this.held = this.held.withDoubt();
			}
			return again;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Note that the provider refused a refresh token.
	 */
	void refused(RefreshToken presented) {
		this.lock.lock();
		try {
			if (this.held.refreshToken() == presented) {
				this.held = this.held.withRefusal();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Reject a token that the API does not accept.
	 */
	Rejection reject(AccessToken sent, long now) {
		this.lock.lock();
		try {
			if (this.held.accessToken() != sent || this.held.rejected()) {
				return Rejection.KNOWN;
			}
			Rejection rejection = this.rejections.decide(this.held, sent, now);
			if (rejection == Rejection.TAKEN) {
				this.held = this.held.withRejection();
			}
			return rejection;
		}
		finally {
			this.lock.unlock();
		}
	}

	private TokenFlight begin(long now) {
		TokenFlight started = new TokenFlight(now, this.held.generation(), this.ticker);
		this.flight = started;
		return started;
	}

	private boolean mayAttempt(long now) {
		TokenFailure last = this.failure;
		return last == null || last.isPauseOver(now);
	}

}
