package io.videoplatform.internal.store;

import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.RefreshRequest;
import io.videoplatform.internal.token.shared.SharedRecord;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import io.videoplatform.internal.token.shared.TokenRecord.Phase;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * The tokens of one login or client as this node knows them and shares them with others.
 * It never goes back behind a record that it has seen, and writes that again to a store
 * which has lost it. What it writes follows from what it has read, never from what it
 * knows besides.
 */
public final class StoredRecord implements SharedRecord {

	/**
	 * What the stamp of a record ends with that the store had lost.
	 */
	private static final String RESTORED = ":restored";

	private final RecordRepository repository;

	private final RecordIdentity identity;

	private volatile @Nullable TokenRecord known;

	/**
	 * The tokens that this node has obtained and the store does not have yet.
	 */
	private volatile @Nullable TokenRecord obtained;

	private volatile boolean doubtful;

	private volatile boolean available = true;

	private volatile LongSupplier clock = () -> 0;

	private volatile Consumer<TokenRecord> listener = StoredRecord::ignore;

	StoredRecord(RecordRepository repository, RecordIdentity identity) {
		this.repository = repository;
		this.identity = identity;
	}

	@Override
	public void onChange(Consumer<TokenRecord> listener) {
		this.listener = listener;
		releaseIfEnded(this.known);
	}

	/**
	 * Nothing later comes that a listener would have to know.
	 */
	private void releaseIfEnded(@Nullable TokenRecord latest) {
		if (latest != null && latest.phase() == Phase.ENDED) {
			this.listener = StoredRecord::ignore;
		}
	}

	private static void ignore(TokenRecord record) {
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
		return this.repository.work().untilStored(createOnce(tokens, claims));
	}

	private Mono<TokenRecord> createOnce(Function<LongSupplier, StoredTokens> tokens, Map<String, String> claims) {
		return find().flatMap(this::reconcile)
			.flatMap((found) -> (found.isEmpty() || found.record().phase() == Phase.REFUSED)
					? write(found, first(found, tokens.apply(found::now), claims), RecordRepository.stamp())
					: Mono.just(found))
			.flatMap((stored) -> stored.isEmpty()
					? Mono.error(() -> new IllegalStateException("The tokens expired before they were stored"))
					: Mono.just(learn(stored)));
	}

	private TokenRecord first(ReadEntry found, StoredTokens tokens, Map<String, String> claims) {
		long generation = found.isEmpty() ? 1 : found.record().generation() + 1;
		return TokenRecord.first(generation, tokens, claims, this.repository.times().endOf(tokens, found.now()));
	}

	@Override
	public Mono<TokenRecord> read() {
		return current().map(this::learn);
	}

	@Override
	public Mono<TokenRecord> refresh(long after, RefreshRequest request) {
		TokenRecord before = known();
		if (before != null && before.phase() == Phase.ENDED) {
			return Mono.just(before);
		}
		Mono<TokenRecord> attempt = current().flatMap((found) -> {
			TokenRecord latest = learn(found);
			boolean done = latest.generation() > after || latest.isEnded();
			TokenRecord record = found.record();
			boolean begins = !done && !this.repository.work().isDraining()
					&& record.isClaimable(found.now(), request.client(), request.isRejected(record))
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
		return find().flatMap(this::reconcile)
			.flatMap((found) -> found.isEmpty() ? write(found,
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

	@Override
	public void noteMissing() {
		this.repository.noteMissing(this.identity);
	}

	@Override
	public boolean isMissing() {
		return this.repository.isMissing(this.identity);
	}

	@Override
	public boolean isAvailable() {
		return this.available;
	}

	/**
	 * Note that hints about this record may be lost, and that the store may have lost it.
	 * One that could not be read is of interest, too.
	 */
	void doubt() {
		TokenRecord record = known();
		this.doubtful = (record != null) ? record.expiresAt() > now() : !this.available;
	}

	/**
	 * Whether nothing was read since {@link #doubt()}.
	 */
	boolean isDoubtful() {
		return this.doubtful;
	}

	/**
	 * Read the record because another node may have written it.
	 */
	Mono<Void> readAgain() {
		return current().doOnSuccess((found) -> this.doubtful = false).doOnNext(this::learnUnasked).then();
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
		this.known = last.ended(TokenRecord.NOT_STORED, revocable);
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

	private void endStored(TokenRecord ended) {
		synchronized (this) {
			this.known = ended;
		}
		releaseIfEnded(ended);
	}

	/**
	 * Read what is stored, and write back what is later here.
	 */
	private Mono<ReadEntry> current() {
		return find().retryWhen(this.repository.work().briefly())
			.flatMap(this::reconcile)
			.filter((found) -> !found.isEmpty());
	}

	/**
	 * Write back once what is later here: with an earlier record, a refresh token would
	 * be sent that is used up. An end that is not stored yet is left to
	 * {@link #end(boolean)}, which goes on until it is, and returns what it has ended.
	 */
	private Mono<ReadEntry> reconcile(ReadEntry found) {
		TokenRecord latest = known();
		long now = found.now();
		if (latest == null || !latest.isAfter(found.content()) || latest.expiresAt() <= now
				|| latest.expiresAt() == TokenRecord.NOT_STORED) {
			return Mono.just(found);
		}
		boolean late = latest.phase() == Phase.REFUSED || latest == this.obtained;
		String stamp = RecordRepository.stamp() + (late ? "" : RESTORED);
		return write(found, restored(latest, now), stamp);
	}

	/**
	 * Return whether a record was written because the store had lost it.
	 * @param stamp the stamp of the record
	 * @return whether it was
	 */
	public static boolean isRestored(String stamp) {
		return stamp.endsWith(RESTORED);
	}

	private TokenRecord restored(TokenRecord latest, long now) {
		RecordTimes times = this.repository.times();
		if (latest.phase() == Phase.ENDED) {
			return latest.ended(times.endOfTombstone(now), latest.isRevocable());
		}
		boolean certain = !latest.holdsRefreshToken() || latest == this.obtained;
		return certain ? latest.repeated() : latest.restored(times.sentUntil(now));
	}

	/**
	 * Keep what is stored, unless something later is known that is still of use.
	 * @return what is known now
	 */
	TokenRecord learn(ReadEntry stored) {
		return learn(stored.record(), stored.now());
	}

	/**
	 * Keep what is stored although no caller waits for it, and pass it on if it is later
	 * than what was known: its hint brings nothing new any more.
	 */
	void learnUnasked(ReadEntry stored) {
		learnAndPassOn(stored, known());
	}

	/**
	 * The end is passed on as well, although there is no listener once it is known.
	 */
	private void learnAndPassOn(ReadEntry stored, @Nullable TokenRecord before) {
		Consumer<TokenRecord> listener = this.listener;
		TokenRecord latest = learn(stored);
		if (latest.isAfter(before)) {
			listener.accept(latest);
		}
	}

	TokenRecord learn(TokenRecord record, long now) {
		TokenRecord latest = newest(record, now);
		releaseIfEnded(latest);
		return latest;
	}

	private synchronized TokenRecord newest(TokenRecord record, long now) {
		TokenRecord last = this.known;
		if (last == null || !last.isAfter(record) || last.expiresAt() <= now) {
			this.known = record;
		}
		return Objects.requireNonNull(this.known);
	}

	/**
	 * Keep tokens that this node has obtained, and know that the store does not have them
	 * yet.
	 * @return what is known now
	 */
	synchronized TokenRecord obtain(TokenRecord record, long now) {
		this.obtained = record;
		return newest(record, now);
	}

	/**
	 * Note that the store has had tokens that this node has obtained.
	 */
	void committed(TokenRecord record, ReadEntry stored) {
		synchronized (this) {
			if (this.obtained == record) {
				this.obtained = null;
			}
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
		return operation.doOnNext((found) -> {
			this.clock = found::now;
			this.available = true;
		}).doOnError(StoreUnavailableException.class, (ex) -> this.available = false);
	}

	RecordRepository repository() {
		return this.repository;
	}

}
