package io.videoplatform.internal.store;

import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.RefreshRequest;
import io.videoplatform.internal.token.shared.SharedRecord;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import io.videoplatform.internal.token.shared.TokenRecord.Phase;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * A record in the store, which is the truth but for one thing: this node keeps a later
 * generation than the store has, and writes it back. What it writes follows from what it
 * has read, never from what it knows besides.
 */
final class StoredRecord implements SharedRecord {

	private final RecordRepository repository;

	private final RecordIdentity identity;

	private volatile @Nullable TokenRecord known;

	/**
	 * The tokens that this node has obtained and the store does not have yet.
	 */
	private volatile @Nullable TokenRecord obtained;

	/**
	 * Whether the end of the login is not stored yet.
	 */
	private volatile boolean ending;

	private volatile LongSupplier clock = () -> 0;

	private volatile Consumer<TokenRecord> listener = (record) -> {
	};

	StoredRecord(RecordRepository repository, RecordIdentity identity) {
		this.repository = repository;
		this.identity = identity;
	}

	@Override
	public RecordIdentity identity() {
		return this.identity;
	}

	@Override
	public void onChange(Consumer<TokenRecord> listener) {
		this.listener = listener;
	}

	@Override
	public long now() {
		return this.clock.getAsLong();
	}

	@Override
	public @Nullable TokenRecord known() {
		return this.known;
	}

	@Override
	public Mono<TokenRecord> create(Function<LongSupplier, StoredTokens> tokens, Map<String, String> claims) {
		return this.repository.work()
			.untilStored(current()
				.flatMap((found) -> (found.isEmpty() || found.record().phase() == Phase.REFUSED)
						? write(found, first(found, tokens.apply(found::now), claims), RecordRepository.stamp())
						: Mono.just(found))
				.flatMap((stored) -> stored.isEmpty()
						? Mono.error(() -> new IllegalStateException("The tokens expired before they were stored"))
						: Mono.just(learn(stored))));
	}

	private TokenRecord first(ReadEntry found, StoredTokens tokens, Map<String, String> claims) {
		long generation = found.isEmpty() ? 1 : found.record().generation() + 1;
		return TokenRecord.first(generation, tokens, claims, this.repository.times().endOf(tokens, found.now()));
	}

	@Override
	public Mono<TokenRecord> read() {
		return current().filter((found) -> !found.isEmpty()).map(this::learn);
	}

	@Override
	public Mono<TokenRecord> refresh(long after, RefreshRequest request) {
		TokenRecord before = known();
		if (before != null && before.phase() == Phase.ENDED) {
			return Mono.just(before);
		}
		Mono<TokenRecord> attempt = current().filter((found) -> !found.isEmpty()).flatMap((found) -> {
			TokenRecord latest = learn(found);
			boolean done = latest.generation() > after || latest.isEnded();
			TokenRecord record = found.record();
			boolean begins = !done && !this.repository.work().isDraining()
					&& record.isClaimable(found.now(), request.isRejected(record))
					&& request.isPossible(record, found.now());
			return begins ? new RefreshClaim(this, request).acquire(found) : Mono.just(latest);
		}).cache();
		return Mono.deferContextual((caller) -> {
			// The failure is the caller's
			this.repository.work().track(attempt.contextWrite(caller)).onErrorComplete().subscribe();
			return attempt;
		});
	}

	@Override
	public Mono<TokenRecord> prepare() {
		return current().flatMap((found) -> found.isEmpty() ? write(found,
				TokenRecord.none(this.repository.times().endOfNone(found.now())), RecordRepository.stamp())
				: Mono.just(found))
			.filter((found) -> !found.isEmpty())
			.map(this::learn);
	}

	@Override
	public boolean isInUse() {
		TokenRecord record = known();
		return record != null && record.isInUse(now());
	}

	/**
	 * Read the record because another node may have written it.
	 */
	Mono<Void> readAgain() {
		return current().filter((found) -> !found.isEmpty()).doOnNext(this::learnUnasked).then();
	}

	@Override
	public Mono<TokenRecord> end(boolean revocable) {
		Retry lost = this.repository.work().persistently(this.repository.times().retention());
		return Mono.defer(() -> {
			TokenRecord last = endHere(revocable);
			return this.repository.work()
				.beginUntilStored(find().flatMap((found) -> end(found, last, revocable, lost)));
		});
	}

	/**
	 * End the login at this node.
	 * @return what this node knew of it
	 */
	private synchronized TokenRecord endHere(boolean revocable) {
		TokenRecord last = Objects.requireNonNullElse(this.known, TokenRecord.UNKNOWN);
		this.ending = true;
		this.known = last.ended(this.repository.times().endOfTombstone(now()), revocable);
		return last;
	}

	private Mono<TokenRecord> end(ReadEntry found, TokenRecord here, boolean revocable, Retry lost) {
		if (!found.isEmpty() && found.record().phase() == Phase.ENDED) {
			endStored(found.record());
			return Mono.empty();
		}
		// The tokens that this node has obtained may not be stored yet
		boolean later = here.phase() != Phase.ENDED && here.isAfter(found.content());
		TokenRecord last = (found.isEmpty() || later) ? here : found.record();
		String stamp = RecordRepository.stamp();
		TokenRecord ended = last.ended(this.repository.times().endOfTombstone(found.now()), revocable);
		return write(found, ended, stamp, lost).flatMap((stored) -> {
			if (!stamp.equals(stored.stamp())) {
				return end(stored, here, revocable, lost);
			}
			endStored(ended);
			return Mono.just(last);
		});
	}

	private synchronized void endStored(TokenRecord ended) {
		this.known = ended;
		this.ending = false;
	}

	/**
	 * Read what is stored, and write back what is later here.
	 */
	private Mono<ReadEntry> current() {
		return find().retryWhen(this.repository.work().briefly()).flatMap(this::reconcile);
	}

	/**
	 * With an earlier record than this node knows, a refresh token would be sent that is
	 * used up. An end that is not stored yet is left to {@link #end(boolean)}, which goes
	 * on until it is, and returns what it has ended.
	 */
	private Mono<ReadEntry> reconcile(ReadEntry found) {
		TokenRecord latest = known();
		if (latest == null || this.ending || !latest.isAfter(found.content()) || latest.expiresAt() <= found.now()) {
			return Mono.just(found);
		}
		long until = (latest != this.obtained) ? this.repository.times().sentUntil(found.now()) : 0;
		return write(found, latest.restored(until), RecordRepository.stamp());
	}

	/**
	 * Keep what is stored, unless something later is known that is still of use.
	 * @return what is known now
	 */
	TokenRecord learn(ReadEntry stored) {
		return learn(stored.record(), stored.now());
	}

	private synchronized TokenRecord learn(TokenRecord record, long now) {
		TokenRecord last = this.known;
		boolean keeps = last != null && last.isAfter(record) && last.expiresAt() > now;
		TokenRecord latest = keeps ? Objects.requireNonNull(last) : record;
		this.known = latest;
		return latest;
	}

	/**
	 * Keep what is stored although no caller waits for it, and pass it on if it is later
	 * than what was known: its hint brings nothing new any more.
	 */
	void learnUnasked(ReadEntry stored) {
		learnAndPassOn(stored, known());
	}

	private void learnAndPassOn(ReadEntry stored, @Nullable TokenRecord before) {
		TokenRecord latest = learn(stored);
		if (latest.isAfter(before) || (latest.isEnded() && before != null && !before.isEnded())) {
			this.listener.accept(latest);
		}
	}

	/**
	 * Keep tokens that this node has obtained, and know that the store does not have them
	 * yet.
	 * @return what is known now
	 */
	TokenRecord obtain(TokenRecord record, long now) {
		this.obtained = record;
		return learn(record, now);
	}

	/**
	 * Note that the store has had tokens that this node has obtained.
	 */
	void committed(TokenRecord record, ReadEntry stored) {
		if (this.obtained == record) {
			this.obtained = null;
		}
		learnAndPassOn(stored, record);
	}

	Mono<ReadEntry> find() {
		return responding(this.repository.find(this.identity));
	}

	Mono<ReadEntry> write(ReadEntry after, TokenRecord record, String stamp) {
		return write(after, record, stamp, this.repository.work().briefly());
	}

	Mono<ReadEntry> write(ReadEntry after, TokenRecord record, String stamp, Retry lost) {
		return responding(this.repository.write(this.identity, after, record, stamp, lost));
	}

	private Mono<ReadEntry> responding(Mono<ReadEntry> operation) {
		return operation.doOnNext((found) -> this.clock = found::now);
	}

	RecordRepository repository() {
		return this.repository;
	}

}
