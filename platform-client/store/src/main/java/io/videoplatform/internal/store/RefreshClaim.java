package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;

import io.videoplatform.internal.token.shared.RefreshRequest;
import io.videoplatform.internal.token.shared.RefreshRequest.Failed;
import io.videoplatform.internal.token.shared.RefreshRequest.Outcome;
import io.videoplatform.internal.token.shared.StoreWork;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import reactor.core.publisher.Mono;
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

	private final boolean doubted;

	private final String attempt = UUID.randomUUID().toString();

	/**
	 * Create the claim of an attempt.
	 * @param doubted whether an attempt before it has left the refresh token in doubt
	 */
	RefreshClaim(StoredRecord shared, StoreWork work, RecordTimes times, RefreshRequest request, boolean doubted) {
		this.shared = shared;
		this.work = work;
		this.times = times;
		this.request = request;
		this.doubted = doubted;
	}

	/**
	 * Acquire the claim and send the request.
	 * @param found what is stored, a record that is claimable
	 * @return the record afterwards, which is another attempt's if that was faster; fails
	 * as the request and the store do
	 */
	Mono<TokenRecord> acquire(ReadEntry found) {
		TokenRecord claim = found.record().claimed(this.attempt, this.times.claimedUntil(found.now()));
		return this.shared.write(found, claim, this.work.briefly())
			.flatMap((claimed) -> claimed.written() ? settled().then(Mono.defer(() -> markSent(claimed)))
					: this.shared.read());
	}

	/**
	 * Leave time for the commit of the attempt that caused a doubt, which may have waited
	 * for the store: it replaces the claim.
	 */
	private Mono<Long> settled() {
		return this.doubted ? Mono.delay(this.times.settling(), this.work.scheduler()) : Mono.empty();
	}

	private Mono<TokenRecord> markSent(ReadEntry claimed) {
		TokenRecord sent = claimed.record().sent(this.times.sentUntil(claimed.now()));
		return this.shared.write(claimed, sent, this.work.briefly())
			.doOnError((ex) -> giveUp(claimed))
			.publishOn(this.work.scheduler())
			.flatMap((stored) -> stored.written() ? send(stored) : this.shared.read());
	}

	private Mono<TokenRecord> send(ReadEntry sent) {
		TokenRecord record = sent.record();
		TokenRecord latest = this.shared.learn(sent);
		if (latest != record || this.work.isDraining() || !this.times.leavesTime(record, sent.latestNow())) {
			giveUp(sent);
			return Mono.just(latest);
		}
		return Mono.defer(() -> this.request.send(record))
			.switchIfEmpty(Mono.error(() -> new IllegalStateException("The request ended without tokens")))
			.materialize()
			.flatMap(
					(response) -> response.hasValue() ? Mono.just(renewed(sent, Objects.requireNonNull(response.get())))
							: failed(sent, Objects.requireNonNull(response.getThrowable())));
	}

	/**
	 * Use the new tokens at once, and write them until the store has them, whichever
	 * attempt holds the claim now: what counts is that nothing later is stored.
	 */
	private TokenRecord renewed(ReadEntry sent, StoredTokens tokens) {
		TokenRecord next = sent.record().followedBy(tokens, this.times.endOf(tokens, sent.now()));
		TokenRecord latest = this.shared.learn(sent.with(next));
		Retry lost = this.work.persistently(Duration.ofMillis(Math.max(1, next.expiresAt() - sent.now())));
		finish(this.shared.update(sent, (stored) -> next.isAfter(stored.content()) ? next : null, lost));
		return latest;
	}

	private Mono<TokenRecord> failed(ReadEntry sent, Throwable ex) {
		Failed failed = this.request.failed(ex, sent.record());
		if (failed.outcome() == Outcome.REFUSED) {
			return refused(sent, ex);
		}
		boolean doubt = this.doubted || failed.outcome() == Outcome.UNKNOWN;
		long until = this.times.pausedUntil(failed.pause(), sent.now());
		giveUp(sent, (record) -> record.failed(doubt, failed.isDeclined(), until, this.times.endOfNone(until)));
		return Mono.error(ex);
	}

	/**
	 * A refused refresh token is the end, unless another attempt has used it meanwhile.
	 */
	private Mono<TokenRecord> refused(ReadEntry sent, Throwable ex) {
		TokenRecord refused = sent.record().refused();
		return this.shared
			.update(sent,
					(stored) -> (stored.isEmpty() || stored.record().isEnded()
							|| stored.record().generation() > refused.generation()) ? null : refused,
					this.work.briefly())
			.doOnError(this.work::report)
			.onErrorComplete()
			.filter((stored) -> !stored.isEmpty())
			.map(this.shared::learn)
			.filter((latest) -> !latest.isEnded())
			.switchIfEmpty(Mono.error(ex));
	}

	private void giveUp(ReadEntry last) {
		giveUp(last, (record) -> record.unsent(this.doubted));
	}

	/**
	 * Record that this attempt has ended without new tokens, as long as it is still the
	 * one that the record names.
	 */
	private void giveUp(ReadEntry last, UnaryOperator<TokenRecord> end) {
		finish(this.shared.update(last, (stored) -> (!stored.isEmpty() && stored.record().isClaimedBy(this.attempt))
				? end.apply(stored.record()) : null, this.work.persistently(this.times.exchange())));
	}

	/**
	 * Write the end of the attempt whether or not a caller waits.
	 */
	private void finish(Mono<ReadEntry> end) {
		this.work.detach(end.filter((stored) -> !stored.isEmpty()).doOnNext(this.shared::learnUnasked));
	}

}
