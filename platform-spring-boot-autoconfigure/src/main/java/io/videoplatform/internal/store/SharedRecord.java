package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.videoplatform.internal.store.RefreshRequest.Outcome;
import io.videoplatform.internal.store.SharedRecords.Located;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * The tokens of one login or client as this node knows them and shares them with others.
 * It never goes back behind a generation that it has seen, and writes that again to a
 * store which has lost it.
 */
public final class SharedRecord {

	private final SharedRecords records;

	private final RecordIdentity identity;

	private volatile @Nullable Located newest;

	SharedRecord(SharedRecords records, RecordIdentity identity) {
		this.records = records;
		this.identity = identity;
	}

	/**
	 * Return what this node knows, without a request to the store.
	 * @return the record, or {@code null} if none was read or written
	 */
	public @Nullable TokenRecord known() {
		Located known = this.newest;
		return (known != null) ? known.record() : null;
	}

	/**
	 * Return where the record is stored, which is the key of its hints.
	 * @return the key in the store, or {@code null} if it was neither read nor written
	 */
	public @Nullable String location() {
		Located known = this.newest;
		return (known != null) ? known.location() : null;
	}

	/**
	 * Store the first tokens.
	 * @param tokens the tokens
	 * @param claims the claims of the login's ID token that later ones are compared with
	 * @return the record; one that has ended if the end of this login was stored before
	 */
	public Mono<TokenRecord> create(StoredTokens tokens, Map<String, String> claims) {
		String stamp = SharedRecords.stamp();
		return find()
			.flatMap((found) -> found.isEmpty()
					? write(found, TokenRecord.first(tokens, claims), stamp, this.records.briefly()) : Mono.just(found))
			.map(this::learn);
	}

	/**
	 * Read the record.
	 * @return the record, or nothing if there is none
	 */
	public Mono<TokenRecord> read() {
		return find().flatMap(this::reconcile).filter((found) -> !found.isEmpty()).map(this::learn);
	}

	/**
	 * Have the next generation of tokens requested, by this node or another. The request
	 * is sent at most once by this node, after all nodes can know. It is not ended by a
	 * caller that cancels.
	 * @param after the generation whose tokens are to be replaced
	 * @param request the request
	 * @return the record afterwards: one of a later generation, of a login that has
	 * ended, or of the same generation if another node is at it, or it is too early for
	 * the next attempt; fails as the request and the store do
	 */
	public Mono<TokenRecord> refresh(long after, RefreshRequest request) {
		Mono<TokenRecord> attempt = read().flatMap((record) -> {
			Located current = Objects.requireNonNull(this.newest);
			return (record.generation() > after || !record.isClaimable(now(current))) ? Mono.just(record)
					: attempt(current, record, request);
		}).cache();
		return Mono.defer(() -> {
			attempt.subscribe((record) -> {
			}, (ex) -> {
			});
			return attempt;
		});
	}

	/**
	 * End the login, for all nodes and for good.
	 * @return the record that has ended
	 */
	public Mono<TokenRecord> end() {
		String stamp = SharedRecords.stamp();
		return find().flatMap((found) -> end(found, stamp)).map(this::learn);
	}

	private Mono<TokenRecord> attempt(Located current, TokenRecord record, RefreshRequest request) {
		String id = SharedRecords.stamp();
		return write(current, record.claimed(id, claimUntil(current)), id + ":claimed", this.records.briefly())
			.flatMap((claimed) -> {
				TokenRecord held = learn(claimed);
				return held.isClaimedBy(id)
						? write(claimed, held.sent(claimUntil(claimed)), id + ":sent", this.records.briefly())
						: Mono.just(claimed);
			})
			.flatMap((sent) -> {
				TokenRecord held = learn(sent);
				return held.isClaimedBy(id) ? send(sent, held, record.inDoubt(), request) : Mono.just(held);
			});
	}

	private Mono<TokenRecord> send(Located sent, TokenRecord record, boolean doubt, RefreshRequest request) {
		return request.send(record, () -> now(sent))
			.map((tokens) -> renewed(sent, record.followedBy(tokens)))
			.onErrorResume((ex) -> (request.outcome(ex) == Outcome.REFUSED) ? refused(sent, record, ex)
					: failed(sent, record, doubt, ex, request));
	}

	/**
	 * Use the new tokens at once, and write them until the store has them.
	 */
	private TokenRecord renewed(Located sent, TokenRecord next) {
		learn(sent.with(next));
		Duration left = Duration.ofMillis(Objects.requireNonNull(next.tokens()).expiresAt() - now(sent));
		commit(sent, next, SharedRecords.stamp(), this.records.persistently(left)).subscribe(this::learn,
				this.records::report);
		return next;
	}

	/**
	 * Write the next generation, whoever holds the claim now: what counts is that nothing
	 * newer is stored.
	 */
	private Mono<Located> commit(Located after, TokenRecord next, String stamp, Retry lost) {
		return write(after, next, stamp, lost).flatMap((stored) -> {
			TokenRecord record = stored.record();
			boolean newer = record != null && (record.isEnded() || record.generation() >= next.generation());
			return newer ? Mono.just(stored) : commit(stored, next, stamp, lost);
		});
	}

	private Mono<TokenRecord> failed(Located sent, TokenRecord record, boolean doubt, Throwable ex,
			RefreshRequest request) {
		long until = now(sent) + request.pause(ex, record.failures() + 1).toMillis();
		TokenRecord failed = record.failed(doubt || request.outcome(ex) == Outcome.UNKNOWN, until);
		return write(sent, failed, SharedRecords.stamp(), this.records.briefly()).doOnNext(this::learn)
			.doOnError(this.records::report)
			.onErrorComplete()
			.then(Mono.error(ex));
	}

	/**
	 * A refused refresh token is the end, unless another attempt has used it meanwhile.
	 */
	private Mono<TokenRecord> refused(Located sent, TokenRecord record, Throwable ex) {
		return write(sent, record.ended(), SharedRecords.stamp(), this.records.briefly()).map(this::learn)
			.doOnError(this.records::report)
			.onErrorReturn(record.ended())
			.flatMap((stored) -> stored.isEnded() ? Mono.error(ex) : Mono.just(stored));
	}

	private Mono<Located> end(Located found, String stamp) {
		TokenRecord record = found.record();
		if (record != null && record.isEnded()) {
			return Mono.just(found);
		}
		TokenRecord known = (record != null) ? record : known();
		TokenRecord ended = (known != null) ? known.ended() : TokenRecord.END;
		return write(found, ended, stamp, this.records.briefly()).flatMap((stored) -> end(stored, stamp));
	}

	/**
	 * Compare what is stored with what this node has seen, and restore what the store has
	 * lost.
	 */
	private Mono<Located> reconcile(Located found) {
		TokenRecord known = known();
		TokenRecord record = found.record();
		if (known == null || !isBehind(record, known) || isOver(known, found)) {
			return Mono.just(found);
		}
		return write(found, known.restored(claimUntil(found)), SharedRecords.stamp(), this.records.briefly())
			.flatMap(this::reconcile);
	}

	private static boolean isBehind(@Nullable TokenRecord record, TokenRecord known) {
		if (record == null) {
			return !known.isEnded();
		}
		return !record.isEnded() && (known.isEnded() || record.generation() < known.generation());
	}

	private boolean isOver(TokenRecord known, Located found) {
		StoredTokens tokens = known.tokens();
		return tokens != null && Math.max(tokens.refreshExpiresAt(), tokens.expiresAt()) <= now(found);
	}

	/**
	 * Keep what was read or written, unless it is behind what is known.
	 * @return what is known now
	 */
	private synchronized TokenRecord learn(Located found) {
		TokenRecord known = known();
		if (known == null || !isBehind(found.record(), known)) {
			this.newest = found;
		}
		return Objects.requireNonNull(known());
	}

	private Mono<Located> find() {
		return this.records.find(this.identity, location());
	}

	private Mono<Located> write(Located after, TokenRecord record, String stamp, Retry lost) {
		return this.records.write(this.identity, after, record, stamp, lost);
	}

	private long now(Located located) {
		return located.now(this.records.ticker());
	}

	private long claimUntil(Located located) {
		return now(located) + this.records.claim().toMillis();
	}

}
