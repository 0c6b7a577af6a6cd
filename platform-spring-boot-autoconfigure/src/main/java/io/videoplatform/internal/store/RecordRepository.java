package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * Reads and writes the records of this node in a store that it shares with others.
 */
public final class RecordRepository {

	/**
	 * Beyond the refresh token's own end: a refresh that was sent just before it is still
	 * committed.
	 */
	private static final Duration LAST_REFRESH = Duration.ofMinutes(1);

	private final RecordStore store;

	private final RecordCodec codec;

	private final Duration claim;

	private final Duration idle;

	private final Ticker ticker;

	private final Scheduler scheduler;

	private final Consumer<Throwable> failures;

	/**
	 * Create a new instance.
	 * @param store the store
	 * @param codec writes and reads records
	 * @param claim how long a node may take from its claim to the outcome of its request:
	 * the longest exchange and a margin
	 * @param idle how long a record is kept without use whose refresh token has no end
	 * @param ticker measures time that passes on this node
	 * @param scheduler the threads on which lost responses are waited for
	 * @param failures takes the failures that no caller waits for
	 */
	public RecordRepository(RecordStore store, RecordCodec codec, Duration claim, Duration idle, Ticker ticker,
			Scheduler scheduler, Consumer<Throwable> failures) {
		this.store = store;
		this.codec = codec;
		this.claim = claim;
		this.idle = idle;
		this.ticker = ticker;
		this.scheduler = scheduler;
		this.failures = failures;
	}

	/**
	 * Return the record of a login or client.
	 * @param identity what it belongs to
	 * @return the record as this node knows it, which is nothing at first
	 */
	public SharedRecord record(RecordIdentity identity) {
		return new SharedRecord(this, identity);
	}

	Duration claim() {
		return this.claim;
	}

	/**
	 * Find the entry of an identity.
	 * @param location where it was found before, if it was
	 */
	Mono<Located> find(RecordIdentity identity, @Nullable String location) {
		List<String> locations = (location != null) ? List.of(location) : this.codec.locations(identity);
		Mono<Located> nowhere = read(identity, locations.get(0));
		return Flux.fromIterable(locations)
			.concatMap((place) -> read(identity, place), 1)
			.filter((found) -> !found.isEmpty())
			.next()
			.switchIfEmpty(nowhere);
	}

	private Mono<Located> read(RecordIdentity identity, String location) {
		return this.store.read(location).map((entry) -> located(identity, location, entry));
	}

	/**
	 * Write a record if nothing else was written since an entry was read. If the response
	 * is lost, the same write is sent again: by its stamp it is done once.
	 * @param after the entry that was read
	 * @param lost how long to go on while responses are lost
	 * @return what is stored then
	 */
	Mono<Located> write(RecordIdentity identity, Located after, TokenRecord record, String stamp, Retry lost) {
		RecordStore.Write write = new RecordStore.Write(stamp, record.generation(), this.codec.write(identity, record),
				life(record, after));
		return Mono.defer(() -> this.store.replace(after.location(), after.stamp(), write))
			.retryWhen(lost)
			.map((entry) -> located(identity, after.location(), entry));
	}

	/**
	 * Go on a little: long enough for a connection that was cut.
	 */
	Retry briefly() {
		return Retry.backoff(2, Duration.ofMillis(50))
			.scheduler(this.scheduler)
			.filter(RecordRepository::isLost)
			.onRetryExhaustedThrow((retries, last) -> last.failure());
	}

	/**
	 * Go on until there is a response.
	 */
	Retry persistently(Duration limit) {
		long end = this.ticker.read() + limit.toNanos();
		return Retry.backoff(Long.MAX_VALUE, Duration.ofMillis(100))
			.maxBackoff(Duration.ofSeconds(5))
			.scheduler(this.scheduler)
			.filter((ex) -> isLost(ex) && this.ticker.read() - end < 0);
	}

	void report(Throwable failure) {
		this.failures.accept(failure);
	}

	Ticker ticker() {
		return this.ticker;
	}

	static String stamp() {
		return UUID.randomUUID().toString();
	}

	/**
	 * How long a record is kept from now on. The end of a login is kept as long as the
	 * login would have been: another node may know it still.
	 */
	private Duration life(TokenRecord record, Located after) {
		long now = after.now(this.ticker);
		StoredTokens tokens = (record.tokens() != null || after.record() == null) ? record.tokens()
				: after.record().tokens();
		Duration left = (tokens != null) ? Duration.ofMillis(Math.max(0, end(tokens, now) - now)) : this.idle;
		return left.plus(LAST_REFRESH);
	}

	private long end(StoredTokens tokens, long now) {
		if (tokens.refreshToken() == null) {
			return tokens.expiresAt();
		}
		long end = (tokens.refreshExpiresAt() != Long.MAX_VALUE) ? tokens.refreshExpiresAt()
				: now + this.idle.toMillis();
		return Math.max(end, tokens.expiresAt());
	}

	private Located located(RecordIdentity identity, String location, StoredEntry entry) {
		TokenRecord record = entry.isEmpty() ? null : this.codec.read(identity, entry.value());
		return new Located(location, entry.stamp(), record, entry.now(), this.ticker.read());
	}

	private static boolean isLost(Throwable ex) {
		return ex instanceof StoreUnavailableException;
	}

	/**
	 * What was read or written at a place of the store.
	 *
	 * @param location the key in the store
	 * @param stamp the stamp of the entry, if there is one
	 * @param record the record, if there is one
	 * @param engineNow the time of the engine's clock at that moment
	 * @param at the moment, on this node
	 */
	record Located(String location, @Nullable String stamp, @Nullable TokenRecord record, long engineNow, long at) {

		boolean isEmpty() {
			return this.record == null;
		}

		/**
		 * Return what will be stored here once a write has come through.
		 */
		Located with(TokenRecord next) {
			return new Located(this.location, this.stamp, next, this.engineNow, this.at);
		}

		/**
		 * The current time of the engine's clock, or a little less.
		 */
		long now(Ticker ticker) {
			return this.engineNow + TimeUnit.NANOSECONDS.toMillis(ticker.read() - this.at);
		}

	}

}
