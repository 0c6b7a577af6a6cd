package io.videoplatform.internal.store;

import java.util.Map;
import java.util.Objects;

import io.videoplatform.internal.store.RecordRepository.Located;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * The tokens of one login or client as this node knows them and shares them with others.
 * It never goes back behind a record that it has seen, and writes that again to a store
 * which has lost it. What it writes follows from what it has read, never from what it
 * knows besides.
 */
public final class SharedRecord {

	private final RecordRepository repository;

	private final RecordIdentity identity;

	private volatile @Nullable TokenRecord known;

	/**
	 * The tokens that this node has obtained and the store does not have yet.
	 */
	private volatile @Nullable TokenRecord obtained;

	SharedRecord(RecordRepository repository, RecordIdentity identity) {
		this.repository = repository;
		this.identity = identity;
	}

	/**
	 * Return what this node knows, without a request to the store.
	 * @return the record, or {@code null} if none was read or written
	 */
	public @Nullable TokenRecord known() {
		return this.known;
	}

	/**
	 * Store the first tokens.
	 * @param tokens the tokens
	 * @param claims the claims of the login's ID token that later ones are compared with
	 * @return the record; one that has ended if the end of this login was stored before
	 */
	public Mono<TokenRecord> create(StoredTokens tokens, Map<String, String> claims) {
		return find().flatMap((found) -> {
			TokenRecord first = TokenRecord.first(tokens, claims, this.repository.times().endOf(tokens, found.now()));
			return found.isEmpty() ? write(found, first, RecordRepository.stamp()) : Mono.just(found);
		}).map((stored) -> learn(stored.record()));
	}

	/**
	 * Read the record.
	 * @return the record, or nothing if there is none
	 */
	public Mono<TokenRecord> read() {
		return current().map((found) -> learn(found.record()));
	}

	/**
	 * Have the next generation of tokens requested, by this node or another. The request
	 * is sent at most once by this node, after all nodes can know. It is not ended by a
	 * caller that cancels.
	 * @param after the generation whose tokens are to be replaced
	 * @param request the request
	 * @return the record afterwards: one of a later generation, of a login that has
	 * ended, or of the same generation if another attempt is under way, or it is too
	 * early for the next one; nothing if there is no record; fails as the request and the
	 * store do
	 */
	public Mono<TokenRecord> refresh(long after, RefreshRequest request) {
		Mono<TokenRecord> attempt = current().flatMap((found) -> {
			TokenRecord latest = learn(found.record());
			boolean done = latest.generation() > after || latest.isEnded();
			return (done || !found.record().isClaimable(found.now())) ? Mono.just(latest)
					: new RefreshClaim(this, request).acquire(found);
		}).cache();
		return Mono.defer(() -> {
			// The failure is the caller's
			attempt.onErrorComplete().subscribe();
			return attempt;
		});
	}

	/**
	 * End the login, at this node at once and for all nodes as soon as the store can be
	 * reached. It is not ended by a caller that cancels.
	 * @return the record that has ended, when it is stored
	 */
	public Mono<TokenRecord> end() {
		Retry lost = this.repository.persistently(this.repository.times().retention());
		Mono<TokenRecord> end = find().retryWhen(lost)
			.flatMap((found) -> end(found, lost))
			.map((stored) -> learn(stored.record()))
			.cache();
		return Mono.defer(() -> {
			TokenRecord last = known();
			learn(((last != null) ? last : TokenRecord.UNKNOWN).ended(0));
			this.repository.detach(end);
			return end;
		});
	}

	private Mono<Located> end(Located found, Retry lost) {
		TokenRecord last = found.isEmpty() ? Objects.requireNonNull(known()) : found.record();
		if (!found.isEmpty() && last.phase() == TokenRecord.Phase.ENDED) {
			return Mono.just(found);
		}
		TokenRecord ended = last.ended(this.repository.times().endOfTombstone(found.now()));
		return write(found, ended, RecordRepository.stamp(), lost).flatMap((stored) -> end(stored, lost));
	}

	/**
	 * Read what is stored, and restore what the store has lost.
	 */
	private Mono<Located> current() {
		return find().flatMap(this::reconcile).filter((found) -> !found.isEmpty());
	}

	private Mono<Located> reconcile(Located found) {
		TokenRecord latest = known();
		long now = found.now();
		if (latest == null || !latest.isAfter(found.content()) || latest.expiresAt() <= now) {
			return Mono.just(found);
		}
		boolean certain = latest.isEnded() || latest == this.obtained;
		TokenRecord restored = certain ? latest.repeated() : latest.restored(this.repository.times().sentUntil(now));
		return write(found, restored, RecordRepository.stamp()).flatMap(this::reconcile);
	}

	/**
	 * Keep what was read or written, unless something later is known.
	 * @return what is known now
	 */
	synchronized TokenRecord learn(TokenRecord record) {
		if (record.isAfter(this.known)) {
			this.known = record;
		}
		return Objects.requireNonNull(this.known);
	}

	/**
	 * Keep tokens that this node has obtained, and know that the store does not have them
	 * yet.
	 * @return what is known now
	 */
	synchronized TokenRecord obtain(TokenRecord record) {
		this.obtained = record;
		return learn(record);
	}

	/**
	 * Note that the store has had tokens that this node has obtained.
	 */
	synchronized void committed(TokenRecord record, Located stored) {
		if (this.obtained == record) {
			this.obtained = null;
		}
		learn(stored.record());
	}

	Mono<Located> find() {
		return this.repository.find(this.identity);
	}

	Mono<Located> write(Located after, TokenRecord record, String stamp) {
		return write(after, record, stamp, this.repository.briefly());
	}

	Mono<Located> write(Located after, TokenRecord record, String stamp, Retry lost) {
		return this.repository.write(this.identity, after, record, stamp, lost);
	}

	RecordRepository repository() {
		return this.repository;
	}

}
