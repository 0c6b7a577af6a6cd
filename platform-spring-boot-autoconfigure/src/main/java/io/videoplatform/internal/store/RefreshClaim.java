package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.Objects;

import io.videoplatform.internal.store.RecordRepository.Located;
import io.videoplatform.internal.store.RefreshRequest.Outcome;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * The claim of one attempt to refresh a record: no other node presents the refresh token
 * while it is held. It is stored before the request is sent, and again as sent. The new
 * tokens are stored whether or not it is still held then.
 */
final class RefreshClaim {

	private final SharedRecord shared;

	private final RecordRepository repository;

	private final RefreshRequest request;

	private final String attempt = RecordRepository.stamp();

	RefreshClaim(SharedRecord shared, RefreshRequest request) {
		this.shared = shared;
		this.repository = shared.repository();
		this.request = request;
	}

	/**
	 * Acquire the claim and send the request.
	 * @param current what is stored
	 * @param record its record, which is claimable
	 * @return the record afterwards, which is another attempt's if that was faster; fails
	 * as the request and the store do
	 */
	Mono<TokenRecord> acquire(Located current, TokenRecord record) {
		return write(current, record.claimed(this.attempt, this.shared.claimUntil(current)), "claimed")
			.flatMap((claimed) -> isHeld(claimed) ? write(claimed, sent(claimed), "sent") : Mono.just(claimed))
			.flatMap((stored) -> {
				TokenRecord known = this.shared.learn(stored);
				return isHeld(stored) ? send(stored, known, record.inDoubt()) : Mono.just(known);
			});
	}

	private TokenRecord sent(Located claimed) {
		return this.shared.learn(claimed).sent(this.shared.claimUntil(claimed));
	}

	private Mono<TokenRecord> send(Located sent, TokenRecord record, boolean doubted) {
		return this.request.send(record, () -> this.shared.now(sent))
			.map((tokens) -> renewed(sent, record.followedBy(tokens)))
			.onErrorResume((ex) -> (this.request.outcome(ex) == Outcome.REFUSED) ? refused(sent, record, ex)
					: failed(sent, record, doubted, ex));
	}

	/**
	 * Use the new tokens at once, and write them until the store has them.
	 */
	private TokenRecord renewed(Located sent, TokenRecord next) {
		this.shared.learn(sent.with(next));
		Duration left = Duration.ofMillis(Objects.requireNonNull(next.tokens()).expiresAt() - this.shared.now(sent));
		commit(sent, next, this.repository.persistently(left)).subscribe(this.shared::learn, this.repository::report);
		return next;
	}

	/**
	 * Write the next generation, whoever holds the claim now: what counts is that nothing
	 * newer is stored.
	 */
	private Mono<Located> commit(Located after, TokenRecord next, Retry lost) {
		return this.shared.write(after, next, stamp("renewed"), lost).flatMap((stored) -> {
			TokenRecord record = stored.record();
			boolean newer = record != null && (record.isEnded() || record.generation() >= next.generation());
			return newer ? Mono.just(stored) : commit(stored, next, lost);
		});
	}

	private Mono<TokenRecord> failed(Located sent, TokenRecord record, boolean doubted, Throwable ex) {
		boolean doubt = doubted || this.request.outcome(ex) == Outcome.UNKNOWN;
		long until = this.shared.now(sent) + this.request.pause(ex, record.failures() + 1).toMillis();
		return write(sent, record.failed(doubt, until), "failed").doOnNext(this.shared::learn)
			.doOnError(this.repository::report)
			.onErrorComplete()
			.then(Mono.error(ex));
	}

	/**
	 * A refused refresh token is the end, unless another attempt has used it meanwhile.
	 */
	private Mono<TokenRecord> refused(Located sent, TokenRecord record, Throwable ex) {
		return write(sent, record.ended(), "ended").map(this.shared::learn)
			.doOnError(this.repository::report)
			.onErrorReturn(record.ended())
			.flatMap((known) -> known.isEnded() ? Mono.error(ex) : Mono.just(known));
	}

	private Mono<Located> write(Located after, TokenRecord record, String step) {
		return this.shared.write(after, record, stamp(step), this.repository.briefly());
	}

	private String stamp(String step) {
		return this.attempt + ":" + step;
	}

	private boolean isHeld(Located stored) {
		TokenRecord record = stored.record();
		return record != null && record.isClaimedBy(this.attempt);
	}

}
