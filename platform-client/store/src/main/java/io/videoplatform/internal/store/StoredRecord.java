package io.videoplatform.internal.store;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.RefreshRequest;
import io.videoplatform.internal.token.shared.SharedRecord;
import io.videoplatform.internal.token.shared.StoreWork;
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

	private final StoreWork work;

	private final RecordTimes times;

	private volatile @Nullable TokenRecord known;

	private volatile LongSupplier clock = () -> 0;

	private volatile Consumer<TokenRecord> listener = (record) -> {
	};

	StoredRecord(RecordRepository repository, RecordIdentity identity) {
		this.repository = repository;
		this.identity = identity;
		this.work = repository.work();
		this.times = repository.times();
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
	public Mono<TokenRecord> read() {
		return current().filter((found) -> !found.isEmpty()).map(this::learn);
	}

	@Override
	public Mono<TokenRecord> create(Supplier<StoredTokens> tokens, Map<String, String> claims) {
		return this.work
			.untilStored(current().flatMap((found) -> update(found,
					(stored) -> stored.isEmpty() ? first(stored, tokens.get(), claims) : null, this.work.briefly())))
			.map(this::learn);
	}

	private TokenRecord first(ReadEntry found, StoredTokens tokens, Map<String, String> claims) {
		return TokenRecord.first(tokens, claims, this.times.endOf(tokens, found.now()));
	}

	@Override
	public Mono<TokenRecord> refresh(long after, RefreshRequest request) {
		TokenRecord before = known();
		if (before != null && before.phase() == Phase.ENDED) {
			return Mono.just(before);
		}
		Mono<TokenRecord> attempt = current()
			.map((found) -> (found.isEmpty() && request.isInitial())
					? found.with(TokenRecord.none(this.times.endOfNone(found.now()))) : found)
			.filter((found) -> !found.isEmpty())
			.flatMap((found) -> {
				TokenRecord latest = learn(found);
				boolean begins = latest.generation() <= after && !latest.isEnded() && !this.work.isDraining()
						&& request.isDue(latest, found.now());
				return begins ? new RefreshClaim(this, this.work, this.times, request, latest.inDoubt()).acquire(found)
						: Mono.just(latest);
			})
			.cache();
		return Mono.deferContextual((caller) -> {
			// The failure is the caller's
			this.work.track(attempt.contextWrite(caller)).onErrorComplete().subscribe();
			return attempt;
		});
	}

	boolean isInUse() {
		TokenRecord record = known();
		return record != null && record.isInUse(now());
	}

	@Override
	public Mono<TokenRecord> end(boolean revocable) {
		Retry lost = this.work.persistently(this.times.retention());
		return Mono.defer(() -> {
			TokenRecord here = endHere(revocable);
			return this.work.beginUntilStored(
					this.repository.find(this.identity).flatMap((found) -> end(found, here, revocable, lost)));
		});
	}

	/**
	 * End the login at this node.
	 * @return what this node knew of it
	 */
	private synchronized TokenRecord endHere(boolean revocable) {
		TokenRecord last = this.known;
		TokenRecord here = (last != null && last.phase() != Phase.ENDED) ? last : TokenRecord.UNKNOWN;
		this.known = here.ended(this.times.endOfTombstone(now()), revocable);
		return here;
	}

	private Mono<TokenRecord> end(ReadEntry found, TokenRecord here, boolean revocable, Retry lost) {
		if (!found.isEmpty() && found.record().phase() == Phase.ENDED) {
			return Mono.empty();
		}
		// The tokens that this node has obtained may not be stored yet
		TokenRecord last = here.isAfter(found.content()) ? here : found.record();
		return write(found, last.ended(this.times.endOfTombstone(found.now()), revocable), lost)
			.flatMap((stored) -> stored.written() ? Mono.just(last) : end(stored, here, revocable, lost));
	}

	/**
	 * Read the record because another node may have written it.
	 */
	Mono<Void> readAgain() {
		return current().filter((found) -> !found.isEmpty()).doOnNext(this::learnUnasked).then();
	}

	/**
	 * Read what is stored, and write back what is later here: with an earlier record, a
	 * refresh token would be sent that is used up. An end is left to
	 * {@link #end(boolean)}, which goes on until it is stored.
	 */
	private Mono<ReadEntry> current() {
		return responding(this.repository.find(this.identity)).retryWhen(this.work.briefly())
			.flatMap((found) -> update(found, this::later, this.work.briefly()));
	}

	private @Nullable TokenRecord later(ReadEntry stored) {
		TokenRecord latest = known();
		if (latest == null || latest.phase() == Phase.ENDED || !isLater(latest, stored)) {
			return null;
		}
		return latest.restored(this.times.sentUntil(stored.now()));
	}

	private static boolean isLater(TokenRecord record, ReadEntry stored) {
		return record.isAfter(stored.content()) && record.expiresAt() > stored.now();
	}

	/**
	 * Write what follows on what is stored, as often as another node was faster.
	 * @param step returns what follows, or {@code null} if nothing is to be written
	 */
	Mono<ReadEntry> update(ReadEntry found, Function<ReadEntry, @Nullable TokenRecord> step, Retry lost) {
		TokenRecord next = step.apply(found);
		if (next == null) {
			return Mono.just(found);
		}
		if (next.expiresAt() <= found.now()) {
			return Mono.error(() -> new IllegalStateException("The tokens expired before they were stored"));
		}
		return write(found, next, lost)
			.flatMap((stored) -> stored.written() ? Mono.just(stored) : update(stored, step, lost));
	}

	/**
	 * Write a record if nothing else was written since an entry was read.
	 */
	Mono<ReadEntry> write(ReadEntry after, TokenRecord record, Retry lost) {
		return responding(this.repository.write(this.identity, after, record, lost));
	}

	private Mono<ReadEntry> responding(Mono<ReadEntry> operation) {
		return operation.doOnNext((found) -> this.clock = found::now);
	}

	/**
	 * Keep what is stored, unless something later is known that is still of use.
	 * @return what is known now
	 */
	synchronized TokenRecord learn(ReadEntry stored) {
		TokenRecord last = this.known;
		TokenRecord latest = (last != null && isLater(last, stored)) ? last : stored.record();
		this.known = latest;
		return latest;
	}

	/**
	 * Keep what is stored although no caller waits for it, and pass it on if it is later
	 * than what was known: its hint brings nothing new any more.
	 */
	void learnUnasked(ReadEntry stored) {
		TokenRecord before = known();
		TokenRecord latest = learn(stored);
		if (latest.isAfter(before) || (latest.isEnded() && before != null && !before.isEnded())) {
			this.listener.accept(latest);
		}
	}

}
