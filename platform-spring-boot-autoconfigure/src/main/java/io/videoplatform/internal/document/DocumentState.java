package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a document at a moment, beside the cache, and the decision what a
 * caller receives then.
 *
 * @param <T> the type of the document
 * @param requests the attempts so far
 * @param last the document that was read last, for use while attempts fail
 * @param failure the last attempt, if it failed
 * @param flight the attempt that goes on
 */
record DocumentState<T>(long requests, @Nullable CachedDocument<T> last, @Nullable FailedAttempt failure,
		@Nullable DocumentFlight<T> flight) {

	/**
	 * Decide what a caller receives.
	 * @param cached the document, if its lifetime has not ended
	 * @param now the current time
	 * @return the decision
	 */
	DocumentDecision decide(@Nullable CachedDocument<T> cached, Instant now) {
		boolean mayStart = this.flight == null && (this.failure == null || this.failure.isOver(now));
		if (cached != null) {
			return (mayStart && cached.isRefreshDue(now)) ? DocumentDecision.SERVE_AND_LOAD : DocumentDecision.SERVE;
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

	/**
	 * Return whether the document was received since a time, and no request has failed
	 * since.
	 */
	boolean isConfirmed(Instant since) {
		return this.failure == null && this.last != null && !this.last.fetchedAt().isBefore(since);
	}

	/**
	 * Return whether stale-if-error allows the use of the last document after the failed
	 * request.
	 */
	boolean isUsableOnError(Instant now) {
		return this.failure != null && !staleUse(this.failure.reason(), now).isZero();
	}

	/**
	 * Return for how long the last document may be used after a request that fails, zero
	 * if it may not.
	 */
	Duration staleUse(DocumentFailure reason, Instant now) {
		if (this.last == null || reason.endsStaleness()) {
			return Duration.ZERO;
		}
		Duration left = Duration.between(now, this.last.staleUntil());
		return left.isNegative() ? Duration.ZERO : left;
	}

	DocumentState<T> started(DocumentFlight<T> flight) {
		return new DocumentState<>(this.requests + 1, this.last, this.failure, flight);
	}

	DocumentState<T> succeeded(DocumentFlight<T> ended, CachedDocument<T> document) {
		return (this.flight == ended) ? new DocumentState<>(this.requests, document, null, null) : this;
	}

	DocumentState<T> failed(DocumentFlight<T> ended, FailedAttempt attempt) {
		if (this.flight != ended) {
			return this;
		}
		CachedDocument<T> kept = attempt.reason().endsStaleness() ? null : this.last;
		return new DocumentState<>(this.requests, kept, attempt, null);
	}

	DocumentState<T> without(DocumentFlight<T> abandoned) {
		return (this.flight == abandoned) ? new DocumentState<>(this.requests, this.last, this.failure, null) : this;
	}

}
