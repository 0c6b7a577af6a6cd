package io.videoplatform.login.oidc;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import com.nimbusds.jose.jwk.JWK;
import io.videoplatform.PlatformStep;
import io.videoplatform.transport.Answer;
import io.videoplatform.transport.BoundedExchange;
import io.videoplatform.transport.MalformedAnswerException;
import io.videoplatform.transport.PrintableUrl;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * The keys at one JWK set URL: fetched once however many ask, held, and fetched again for
 * whoever finds that the held ones do not fit. A fetch that fails leaves them held. What
 * is under the lock is a handful of field accesses; requests, events and waiters run
 * outside.
 */
final class PublishedKeys {

	private final URI url;

	private final BoundedExchange exchange;

	private final Clock clock;

	private final Scheduler scheduler;

	private final OidcEvents events;

	private final Object lock = new Object();

	private final FetchLimiter limiter;

	private volatile @Nullable KeySet held;

	private @Nullable CompletableFuture<KeySet> flight;

	private @Nullable String failure;

	PublishedKeys(URI url, BoundedExchange exchange, Clock clock, Scheduler scheduler, OidcEvents events) {
		this.url = url;
		this.exchange = exchange;
		this.clock = clock;
		this.scheduler = scheduler;
		this.events = events;
		this.limiter = new FetchLimiter(clock.instant());
	}

	/**
	 * Return the held keys; fetch them if there are none.
	 * @return the keys; fails with an {@link OidcProviderUnavailableException}
	 */
	Mono<KeySet> current() {
		KeySet keys = this.held;
		Instant now = this.clock.instant();
		if (keys == null || keys.isTooOld(now)) {
			return newerThan(keys);
		}
		if (keys.isStale(now)) {
			fetch(keys);
		}
		return Mono.just(keys);
	}

	/**
	 * Return keys that were published later than those that did not fit.
	 * @param seen the keys that did not fit
	 * @return the keys; fails with an {@link OidcProviderUnavailableException} if they
	 * cannot be had now
	 */
	Mono<KeySet> newerThan(@Nullable KeySet seen) {
		CompletableFuture<KeySet> fetched = fetch(seen);
		Mono<KeySet> keys = Mono.fromFuture(fetched, true).onErrorMap(KeysMissingException.class, this::unavailable);
		// Waiters go on side by side and not one after another where the fetch ended
		return fetched.isDone() ? keys : keys.publishOn(this.scheduler);
	}

	private CompletableFuture<KeySet> fetch(@Nullable KeySet seen) {
		CompletableFuture<KeySet> started = new CompletableFuture<>();
		Instant now = this.clock.instant();
		synchronized (this.lock) {
			KeySet keys = this.held;
			if (keys != null && keys != seen) {
				return CompletableFuture.completedFuture(keys);
			}
			if (this.flight != null) {
				return this.flight;
			}
			if (!this.limiter.tryAcquire(now)) {
				return CompletableFuture.failedFuture(tooOften());
			}
			this.flight = started;
		}
		request(now).publishOn(this.scheduler)
			.subscribe((keys) -> succeeded(started, keys), (ex) -> failed(started, ex));
		return started;
	}

	private Mono<KeySet> request(Instant now) {
		return this.exchange.get(this.url, PublishedKeys::addHeaders).map((answer) -> new KeySet(read(answer), now));
	}

	private static void addHeaders(HttpHeaders headers) {
		headers.set(HttpHeaders.ACCEPT, "application/jwk-set+json, " + MediaType.APPLICATION_JSON_VALUE);
	}

	private static List<JWK> read(Answer answer) {
		if (answer.status() != 200) {
			throw new MalformedAnswerException("has status %d".formatted(answer.status()), null);
		}
		return KeySetReader.read(answer);
	}

	private void succeeded(CompletableFuture<KeySet> ended, KeySet keys) {
		boolean recovered;
		synchronized (this.lock) {
			this.held = keys;
			this.flight = null;
			recovered = this.failure != null;
			this.failure = null;
		}
		if (recovered) {
			this.events.info(PlatformStep.PROVIDER_KEYS,
					"The provider's keys can be read again from %s.".formatted(printable()));
		}
		ended.complete(keys);
	}

	private void failed(CompletableFuture<KeySet> ended, Throwable ex) {
		String reason = (ex instanceof MalformedAnswerException) ? "the answer " + ex.getMessage() : ex.getMessage();
		String message = "The provider's keys could not be read from %s: %s.".formatted(printable(), reason);
		boolean begins;
		synchronized (this.lock) {
			this.flight = null;
			begins = this.failure == null;
			this.failure = message;
		}
		if (begins) {
			this.events.warn(PlatformStep.PROVIDER_KEYS, message + ((this.held != null)
					? " Those read before stay in use." : " Nobody can log in until they can be read."));
		}
		ended.completeExceptionally(new KeysMissingException(message, null, ex));
	}

	private KeysMissingException tooOften() {
		String last = (this.failure != null) ? this.failure
				: "The provider's keys at %s were read moments ago.".formatted(printable());
		Instant next = this.limiter.nextPermit();
		return new KeysMissingException("%s They are not asked for again before %s.".formatted(last, next), next, null);
	}

	private OidcProviderUnavailableException unavailable(KeysMissingException ex) {
		return new OidcProviderUnavailableException(String.valueOf(ex.getMessage()), PlatformStep.PROVIDER_KEYS,
				printable(), ex.nextAttempt(), ex.getCause());
	}

	private URI printable() {
		return PrintableUrl.of(this.url);
	}

}
