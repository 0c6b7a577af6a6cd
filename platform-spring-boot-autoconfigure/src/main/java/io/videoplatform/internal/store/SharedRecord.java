package io.videoplatform.internal.store;

import java.util.Map;
import java.util.Objects;

import io.videoplatform.internal.store.RecordRepository.Located;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * The tokens of one login or client as this node knows them and shares them with others.
 * It never goes back behind a generation that it has seen, and writes that again to a
 * store which has lost it.
 */
public final class SharedRecord {

	private final RecordRepository repository;

	private final RecordIdentity identity;

	private volatile @Nullable Located newest;

	SharedRecord(RecordRepository repository, RecordIdentity identity) {
		this.repository = repository;
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
		String stamp = RecordRepository.stamp();
		return find().flatMap((found) -> found.isEmpty()
				? write(found, TokenRecord.first(tokens, claims), stamp, this.repository.briefly()) : Mono.just(found))
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
					: new RefreshClaim(this, request).acquire(current, record);
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
		String stamp = RecordRepository.stamp();
		return find().flatMap((found) -> end(found, stamp)).map(this::learn);
	}

	private Mono<Located> end(Located found, String stamp) {
		TokenRecord record = found.record();
		if (record != null && record.isEnded()) {
			return Mono.just(found);
		}
		TokenRecord known = (record != null) ? record : known();
		TokenRecord ended = (known != null) ? known.ended() : TokenRecord.END;
		return write(found, ended, stamp, this.repository.briefly()).flatMap((stored) -> end(stored, stamp));
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
		return write(found, known.restored(claimUntil(found)), RecordRepository.stamp(), this.repository.briefly())
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

	RecordRepository repository() {
		return this.repository;
	}

	/**
	 * Keep what was read or written, unless it is behind what is known.
	 * @return what is known now
	 */
	synchronized TokenRecord learn(Located found) {
		TokenRecord known = known();
		if (known == null || !isBehind(found.record(), known)) {
			this.newest = found;
		}
		return Objects.requireNonNull(known());
	}

	private Mono<Located> find() {
		return this.repository.find(this.identity, location());
	}

	Mono<Located> write(Located after, TokenRecord record, String stamp, Retry lost) {
		return this.repository.write(this.identity, after, record, stamp, lost);
	}

	long now(Located located) {
		return located.now(this.repository.ticker());
	}

	long claimUntil(Located located) {
		return now(located) + this.repository.claim().toMillis();
	}

}
