package io.videoplatform.internal.token.endpoint;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * What a client authenticates with as it is now: secrets of the configuration or of
 * files, a key that signs, a certificate. Files are read again when they change, by
 * threads of their own: no other thread waits for a disk. Its {@code toString()} shows
 * none of it.
 */
public final class ReloadingClientSecrets {

	private static final Duration CHECK = Duration.ofSeconds(1);

	/**
	 * A disk that does not respond keeps no request for longer.
	 */
	public static final Duration READING = Duration.ofSeconds(5);

	/**
	 * How long callers wait for a check at most, if values are known.
	 */
	private static final Duration PATIENCE = Duration.ofMillis(250);

	private final Source source;

	private final @Nullable Scheduler files;

	private final Ticker ticker;

	private @Nullable Values known;

	private @Nullable CredentialsUnavailableException failure;

	private CompletableFuture<Values> reading = CompletableFuture.failedFuture(new IllegalStateException("not read"));

	private volatile long version;

	private long checkedAt;

	/**
	 * Create a new instance.
	 * @param source where it all comes from
	 * @param files the threads that may read files, or {@code null} if none are read
	 * @param ticker the time between two checks of the files
	 */
	public ReloadingClientSecrets(Source source, @Nullable Scheduler files, Ticker ticker) {
		this.source = source;
		this.files = files;
		this.ticker = ticker;
		this.checkedAt = ticker.read() - CHECK.toNanos();
	}

	/**
	 * Return whether files are read, which does not happen on the caller's thread.
	 */
	boolean readsFiles() {
		return this.files != null;
	}

	/**
	 * Read all for a request. One that comes while files are read has what that brings: a
	 * disk that does not respond keeps one thread.
	 * @return the values; fails with a {@link CredentialsUnavailableException} if one
	 * cannot be read
	 */
	Mono<Values> current() {
		return (this.files != null) ? Mono.fromFuture(this::reading, true) : Mono.fromSupplier(this::read);
	}

	private synchronized CompletableFuture<Values> reading() {
		Scheduler readers = this.files;
		if (this.reading.isDone() && readers != null) {
			this.reading = begin(readers::schedule);
		}
		return this.reading;
	}

	private CompletableFuture<Values> begin(Executor readers) {
		try {
			return CompletableFuture.supplyAsync(this::read, readers);
		}
		catch (Throwable ex) {
			// Also an Error, such as that of a thread that cannot be created
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * Check whether files have changed: once in a second at most, and not twice at the
	 * same time. What is wrong with them is left to the request that needs them.
	 * @param threads the threads that go on
	 * @return completes after the check, or when a disk does not respond soon; at once if
	 * there is nothing to check now. The first check may take longer, and all wait for it
	 */
	public Mono<Void> checkForChanges(Scheduler threads) {
		return (this.files != null) ? Mono.defer(() -> await(nextCheck(), threads)) : Mono.empty();
	}

	/**
	 * A caller may stop waiting: the check goes on.
	 */
	private Mono<Void> await(CompletableFuture<?> check, Scheduler threads) {
		return check.isDone() ? Mono.empty()
				: Mono.fromFuture(check, true)
					.then()
					.timeout((known() != null) ? PATIENCE : READING, Mono.empty(), threads)
					.publishOn(threads)
					.onErrorComplete();
	}

	/**
	 * Return what was read last, without any I/O.
	 * @return the values, or {@code null} if nothing could be read yet
	 */
	synchronized @Nullable Values known() {
		return this.known;
	}

	private synchronized CompletableFuture<?> nextCheck() {
		if (this.ticker.read() - this.checkedAt >= CHECK.toNanos() && this.reading.isDone()) {
			this.checkedAt = this.ticker.read();
			return reading();
		}
		return (this.known == null) ? this.reading : CompletableFuture.completedFuture(null);
	}

	private Values read() {
		try {
			return note(this.source.read());
		}
		catch (CredentialsUnavailableException ex) {
			noteFailure(ex);
			throw ex;
		}
	}

	private synchronized Values note(Values now) {
		if (this.known != null && !this.known.equals(now)) {
			this.version++;
		}
		this.known = now;
		return now;
	}

	private synchronized void noteFailure(CredentialsUnavailableException ex) {
		this.failure = ex;
	}

	/**
	 * Return what was read last, without any I/O.
	 * @throws CredentialsUnavailableException if nothing could be read yet
	 */
	Values latest() {
		if (this.files == null) {
			return read();
		}
		synchronized (this) {
			if (this.known != null) {
				return this.known;
			}
			throw (this.failure != null) ? this.failure
					: new CredentialsUnavailableException("the client's secrets have not been read yet", null);
		}
	}

	/**
	 * Return a number that grows when any of it is known to have changed: what is in
	 * files, since the last check or request. Involves no I/O.
	 * @return the number
	 */
	public long version() {
		if (this.files == null) {
			read();
		}
		return this.version;
	}

	@Override
	public String toString() {
		return "ReloadingClientSecrets[readsFiles=%s, version=%d]".formatted(readsFiles(), this.version);
	}

	/**
	 * Where it comes from. Each of them gives the same value until that changes.
	 *
	 * @param clientSecret gives the client's secret
	 * @param password gives the account's password
	 * @param key gives the key that the client signs with, if it does
	 * @param certificate gives what identifies the certificate that the client presents,
	 * if it does
	 */
	public record Source(Supplier<? extends @Nullable String> clientSecret,
			Supplier<? extends @Nullable String> password, @Nullable Supplier<SigningKey> key,
			@Nullable Supplier<String> certificate) {

		Values read() {
			return new Values(this.clientSecret.get(), this.password.get(), (this.key != null) ? this.key.get() : null,
					(this.certificate != null) ? this.certificate.get() : null);
		}

	}

	/**
	 * What the client authenticates with at one moment.
	 *
	 * @param clientSecret the client's secret
	 * @param password the account's password
	 * @param key the key that the client signs with
	 * @param certificate what identifies the certificate that the client presents
	 */
	record Values(@Nullable String clientSecret, @Nullable String password, @Nullable SigningKey key,
			@Nullable String certificate) {

		/**
		 * Return what identifies the key or the certificate, if there is one.
		 */
		@Nullable String keyThumbprint() {
			return (this.key != null) ? this.key.thumbprint() : this.certificate;
		}

		@Override
		public String toString() {
			return "Values[]";
		}

	}

}
