package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;

import io.videoplatform.internal.token.shared.RefreshRequest;
import io.videoplatform.internal.token.shared.RefreshRequest.Failed;
import io.videoplatform.internal.token.shared.RefreshRequest.Outcome;
import io.videoplatform.internal.token.shared.StoreWork;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.util.retry.Retry;

/**
 * The claim of one attempt to refresh a record: no other node presents the refresh token
 * while it is held. It is stored before the request is sent, and again as sent. The new
 * tokens are stored whether or not it is still held then.
 */
final class RefreshClaim {

	private final StoredRecord shared;

	private final StoreWork work;

	private final RecordTimes times;

	private final RefreshRequest request;

	private final String attempt = RecordRepository.stamp();

	RefreshClaim(StoredRecord shared, RefreshRequest request) {
		this.shared = shared;
		this.work = shared.repository().work();
		this.times = shared.repository().times();
		this.request = request;
	}

	/**
	 * Acquire the claim and send the request.
	 * @param found what is stored, a record that is claimable
	 * @return the record afterwards, which is another attempt's if that was faster; fails
	 * as the request and the store do
	 */
	Mono<TokenRecord> acquire(ReadEntry found) {
		TokenRecord record = found.record();
		return this.shared
			.write(found, record.claimed(this.attempt, this.times.claimedUntil(found.now())), stamp("claimed"))
			.flatMap((claimed) -> isStored(claimed, "claimed") ? settled(claimed, record.inDoubt()) : left(claimed));
	}

	/**
	 * Leave time for the commit of the attempt that caused a doubt, which may have waited
	 * for the store: it replaces the claim.
	 */
	private Mono<TokenRecord> settled(ReadEntry claimed, boolean doubted) {
		Mono<TokenRecord> next = Mono.defer(() -> markSent(claimed, doubted));
		return doubted ? Mono.delay(this.times.settling(), this.work.scheduler()).then(next) : next;
	}

	private Mono<TokenRecord> markSent(ReadEntry claimed, boolean doubted) {
		TokenRecord sent = claimed.record().sent(this.times.sentUntil(claimed.now()));
		return this.shared.write(claimed, sent, stamp("sent"))
			.doOnError((ex) -> this.work.detach(giveUp(doubted)))
			.publishOn(this.work.scheduler())
			.flatMap((stored) -> isStored(stored, "sent") ? send(stored, doubted) : left(stored));
	}

	private Mono<TokenRecord> send(ReadEntry sent, boolean doubted) {
		TokenRecord record = sent.record();
		TokenRecord latest = this.shared.learn(sent);
		if (latest.generation() > record.generation() || latest.isEnded() || this.work.isDraining()
				|| !this.times.leavesTime(record, sent.latestNow())) {
			this.work.detach(giveUp(doubted));
			return Mono.just(latest);
		}
		return Mono.defer(() -> this.request.send(record, sent::now))
			.switchIfEmpty(Mono.error(() -> new IllegalStateException("The request ended without tokens")))
			.materialize()
			.flatMap((response) -> ended(sent, response, doubted));
	}

	private Mono<TokenRecord> ended(ReadEntry sent, Signal<StoredTokens> response, boolean doubted) {
		StoredTokens tokens = response.get();
		if (tokens != null) {
			return Mono.just(renewed(sent, tokens));
		}
		Throwable ex = Objects.requireNonNull(response.getThrowable());
		Failed failed = this.request.failed(ex, sent.record());
		if (failed.outcome() == Outcome.REFUSED) {
			return refused(sent, sent.record().refused(), ex);
		}
		boolean doubt = doubted || failed.outcome() == Outcome.UNKNOWN;
		long until = this.times.pausedUntil(failed.pause(), sent.now());
		this.work
			.detach(giveUp((record) -> record.failed(doubt, failed.isDeclined(), until, this.times.endOfNone(until))));
		return Mono.error(ex);
	}

	/**
	 * Use the new tokens at once, and write them until the store has them.
	 */
	private TokenRecord renewed(ReadEntry sent, StoredTokens tokens) {
		long now = sent.now();
		TokenRecord next = sent.record().followedBy(tokens, this.times.endOf(tokens, now));
		TokenRecord latest = this.shared.obtain(next, now);
		Retry lost = this.work.persistently(Duration.ofMillis(Math.max(1, next.expiresAt() - now)));
		this.work.detach(commit(sent, next, lost).doOnNext((stored) -> this.shared.committed(next, stored)));
		return latest;
	}

	/**
	 * Write the next generation, whichever attempt holds the claim now: what counts is
	 * that nothing later is stored.
	 */
	private Mono<ReadEntry> commit(ReadEntry after, TokenRecord next, Retry lost) {
		return this.shared.write(after, next, stamp("renewed"), lost).flatMap((stored) -> {
			if (!next.isAfter(stored.content()) || isStored(stored, "renewed")) {
				return Mono.just(stored);
			}
			return (next.expiresAt() > stored.now()) ? commit(stored, next, lost)
					: Mono.error(() -> new IllegalStateException("The tokens expired before they were stored"));
		});
	}

	private Mono<Void> giveUp(boolean doubted) {
		return giveUp((record) -> record.unsent(doubted));
	}

	/**
	 * Record that this attempt has ended without new tokens, as long as it is still the
	 * one that the record names. No caller waits for what is found.
	 */
	private Mono<Void> giveUp(UnaryOperator<TokenRecord> end) {
		Retry lost = this.work.persistently(this.times.exchange());
		return this.shared.find().retryWhen(lost).flatMap((found) -> giveUp(found, end, lost));
	}

	private Mono<Void> giveUp(ReadEntry found, UnaryOperator<TokenRecord> end, Retry lost) {
		if (found.isEmpty()) {
			return this.shared.readAgain();
		}
		if (!found.record().isClaimedBy(this.attempt)) {
			return Mono.fromRunnable(() -> this.shared.learnUnasked(found));
		}
		return this.shared.write(found, end.apply(found.record()), stamp("failed"), lost)
			.flatMap((stored) -> giveUp(stored, end, lost));
	}

	/**
	 * A refused refresh token is the end, unless another attempt has used it meanwhile.
	 */
	private Mono<TokenRecord> refused(ReadEntry after, TokenRecord refused, Throwable ex) {
		return this.shared.write(after, refused, stamp("refused"))
			.doOnError(this.work::report)
			.onErrorResume((failure) -> Mono.error(ex))
			.flatMap((stored) -> stored.isEmpty() ? Mono.error(ex) : refusedAt(stored, refused, ex));
	}

	private Mono<TokenRecord> refusedAt(ReadEntry stored, TokenRecord refused, Throwable ex) {
		TokenRecord record = stored.record();
		if (record.isEnded()) {
			this.shared.learn(stored);
			return Mono.error(ex);
		}
		if (record.generation() > refused.generation()) {
			return Mono.just(this.shared.learn(stored));
		}
		return refused(stored, (record.generation() == refused.generation()) ? record.refused() : refused, ex);
	}

	private Mono<TokenRecord> left(ReadEntry stored) {
		return stored.isEmpty() ? this.shared.read() : Mono.just(this.shared.learn(stored));
	}

	private String stamp(String step) {
		return this.attempt + ":" + step;
	}

	private boolean isStored(ReadEntry stored, String step) {
		return stamp(step).equals(stored.stamp());
	}

}
