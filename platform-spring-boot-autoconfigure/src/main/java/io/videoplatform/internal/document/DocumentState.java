package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What is held of a document at a moment, and the decision what a caller receives then.
 *
 * @param <T> the type of the document
 * @param requests the attempts so far
 * @param stored the document that is held
 * @param failure the last attempt, if it failed
 * @param flight the attempt that goes on
 * @param strict whether stale use follows RFC 5861 to the letter
 */
record DocumentState<T>(long requests, @Nullable CachedDocument<T> stored, @Nullable FailedAttempt failure,
		@Nullable DocumentFlight<T> flight, boolean strict) {

	/**
	 * Decide what a caller receives.
	 * @param now the current time
	 * @return the decision
	 */
	DocumentDecision decide(Instant now) {
		if (isFresh(now)) {
			return DocumentDecision.SERVE;
		}
		boolean mayStart = this.flight == null && (this.failure == null || this.failure.isOver(now));
		if (this.stored != null && this.stored.freshness().isUsableWhileRevalidated(now)) {
			return mayStart ? DocumentDecision.SERVE_AND_LOAD : DocumentDecision.SERVE;
		}
		if (this.failure == null) {
			return mayStart ? DocumentDecision.LOAD : DocumentDecision.JOIN;
		}
		return afterFailure(mayStart, this.failure, isUsableOnError(now));
	}

	/**
	 * After a slow failure only the caller that starts the next request waits for long: a
	 * host that never responds must not delay every caller.
	 */
	private DocumentDecision afterFailure(boolean mayStart, FailedAttempt failed, boolean stale) {
		if (mayStart) {
			return (stale && !failed.wasQuick()) ? DocumentDecision.SERVE_AND_LOAD : DocumentDecision.LOAD;
		}
		if (stale) {
			return DocumentDecision.SERVE;
		}
		if (this.flight == null) {
			return DocumentDecision.FAIL;
		}
		return failed.wasQuick() ? DocumentDecision.JOIN : DocumentDecision.JOIN_BRIEFLY;
	}

	boolean isFresh(Instant now) {
		return this.stored != null && this.stored.freshness().isFresh(now);
	}

	/**
	 * Return whether the document was received or confirmed since a time, and no request
	 * has failed since.
	 * @param since the time
	 * @return whether it has
	 */
	boolean isConfirmed(Instant since) {
		return this.failure == null && this.stored != null && !this.stored.freshness().fetchedAt().isBefore(since);
	}

	/**
	 * Return whether the document that is held may be used stale after the failed
	 * request.
	 * @param now the current time
	 * @return whether stale-if-error allows it
	 */
	boolean isUsableOnError(Instant now) {
		return this.failure != null && !staleUse(this.failure.reason(), now).isZero();
	}

	/**
	 * Return for how long the document that is held may be used stale after a request
	 * that fails.
	 * @param reason why it fails
	 * @param now the current time
	 * @return the time, zero if it may not
	 */
	Duration staleUse(DocumentFailure reason, Instant now) {
		if (this.stored == null || reason.endsStaleness() || !reason.allowsStale(this.strict)) {
			return Duration.ZERO;
		}
		Duration left = Duration.between(now, this.stored.freshness().staleUntil());
		return left.isNegative() ? Duration.ZERO : left;
	}

	@Nullable Freshness freshness() {
		return (this.stored != null) ? this.stored.freshness() : null;
	}

	DocumentState<T> started(DocumentFlight<T> flight) {
		return new DocumentState<>(this.requests + 1, this.stored, this.failure, flight, this.strict);
	}

	DocumentState<T> succeeded(DocumentFlight<T> ended, CachedDocument<T> document) {
		if (this.flight != ended) {
			return this;
		}
		CachedDocument<T> kept = document.freshness().kept() ? document : null;
		return new DocumentState<>(this.requests, kept, null, null, this.strict);
	}

	DocumentState<T> failed(DocumentFlight<T> ended, FailedAttempt attempt) {
		if (this.flight != ended) {
			return this;
		}
		CachedDocument<T> kept = attempt.reason().endsStaleness() ? null : this.stored;
		return new DocumentState<>(this.requests, kept, attempt, null, this.strict);
	}

	DocumentState<T> without(DocumentFlight<T> abandoned) {
		return (this.flight == abandoned)
				? new DocumentState<>(this.requests, this.stored, this.failure, null, this.strict) : this;
	}

}
