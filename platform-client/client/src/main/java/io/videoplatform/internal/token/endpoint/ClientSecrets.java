package io.videoplatform.internal.token.endpoint;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * What a client authenticates with as it is now: secrets of the configuration or of
 * files, an assertion, a key that signs, a certificate. Files are read for each request,
 * on threads of their own. Its {@code toString()} shows none of it.
 */
public final class ClientSecrets {

	/**
	 * A disk that does not respond keeps no request for longer.
	 */
	public static final Duration READING = Duration.ofSeconds(5);

	private static final Duration CHECK = Duration.ofSeconds(1);

	private final Supplier<Values> source;

	private final @Nullable Scheduler files;

	private final Ticker ticker;

	private @Nullable CompletableFuture<Values> reading;

	private long readAt;

	private @Nullable Values known;

	private volatile long version;

	public ClientSecrets(Supplier<Values> source, @Nullable Scheduler files, Ticker ticker) {
		this.source = source;
		this.files = files;
		this.ticker = ticker;
		this.readAt = ticker.read() - CHECK.toNanos();
	}

	/**
	 * Read all for a request.
	 * @return the values; fails with a {@link CredentialsUnavailableException} if one
	 * cannot be read, or a disk does not respond in time
	 */
	public Mono<Values> read(Scheduler threads) {
		Scheduler readers = this.files;
		if (readers == null) {
			return Mono.fromSupplier(this::load);
		}
		return Mono.defer(() -> Mono.fromFuture(reading(readers), true).timeout(left(), threads))
			.onErrorMap(TimeoutException.class, ClientSecrets::late)
			.publishOn(threads);
	}

	/**
	 * How much time is left for the files: what one request has waited for in vain keeps
	 * no other.
	 */
	private synchronized Duration left() {
		Duration left = READING.minusNanos(this.ticker.read() - this.readAt);
		return left.isNegative() ? Duration.ZERO : left;
	}

	private static CredentialsUnavailableException late(Throwable ex) {
		return new CredentialsUnavailableException("the files with the client's secrets were not read in time", ex);
	}

	/**
	 * Read again whether a file has changed, once in a second at most. What is wrong with
	 * it is left to the request that needs it.
	 * @return completes after that; at once if there is nothing to read now
	 */
	public Mono<Void> checkForChanges(Scheduler threads) {
		return Mono.defer(() -> isCheckDue() ? read(threads).onErrorComplete().then() : Mono.empty());
	}

	private synchronized boolean isCheckDue() {
		boolean reading = this.reading != null && !this.reading.isDone();
		return this.files != null && !reading && this.ticker.read() - this.readAt >= CHECK.toNanos();
	}

	/**
	 * A request that comes while files are read has what that brings: a disk that does
	 * not respond keeps one thread.
	 */
	private synchronized CompletableFuture<Values> reading(Scheduler readers) {
		CompletableFuture<Values> current = this.reading;
		if (current == null || current.isDone()) {
			this.readAt = this.ticker.read();
			current = CompletableFuture.supplyAsync(this::load, readers::schedule);
			this.reading = current;
		}
		return current;
	}

	private Values load() {
		Values now = this.source.get();
		synchronized (this) {
			if (this.known != null && !this.known.equals(now)) {
				this.version++;
			}
			this.known = now;
		}
		return now;
	}

	/**
	 * Return what was read last, without any I/O.
	 * @return the values, or {@code null} if nothing could be read yet
	 */
	@Nullable Values known() {
		if (this.files == null) {
			return load();
		}
		synchronized (this) {
			return this.known;
		}
	}

	/**
	 * Return a number that grows when any of it is known to have changed: what is in
	 * files, since they were read last. Involves no I/O.
	 */
	public long version() {
		if (this.files == null) {
			load();
		}
		return this.version;
	}

	@Override
	public String toString() {
		return "ClientSecrets[version=%d]".formatted(this.version);
	}

	/**
	 * What the client authenticates with at one moment.
	 *
	 * @param clientSecret the client's secret
	 * @param password the account's password
	 * @param assertion the assertion that the client was given
	 * @param key the key that the client signs with
	 * @param certificate what identifies the certificate that the client presents
	 */
	public record Values(@Nullable String clientSecret, @Nullable String password, @Nullable String assertion,
			@Nullable SigningKey key, @Nullable String certificate) {

		/**
		 * Return what identifies the assertion, the key or the certificate, if there is
		 * one.
		 */
		@Nullable String proof() {
			if (this.assertion != null) {
				return this.assertion;
			}
			return (this.key != null) ? this.key.thumbprint() : this.certificate;
		}

		@Override
		public String toString() {
			return "Values[]";
		}

	}

}
