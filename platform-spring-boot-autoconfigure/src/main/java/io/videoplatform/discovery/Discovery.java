package io.videoplatform.discovery;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformEvent;
import io.videoplatform.transport.BoundedExchange;
import io.videoplatform.transport.UrlRules;
import org.jspecify.annotations.Nullable;

/**
 * Finds the identity provider of an API host at run time: WebFinger names the issuer, the
 * issuer's configuration names the endpoints. Both are kept for as long as HTTP and the
 * settings allow. Nothing is asked before the first call.
 *
 * <p>
 * All failures are {@link PlatformDiscoveryException}s that name the step, the URL
 * without query, the cause and the time of the next attempt. Until then calls fail at
 * once, unless a configuration is held that may stand in.
 *
 * @since 0.1.0
 */
public final class Discovery {

	private static final int PROVIDERS = 16;

	private static final Duration PATIENCE = Duration.ofMillis(20);

	private final DiscoveryContext context;

	private final DocumentFetcher fetcher;

	private final ProviderMetadataReader providerReader;

	private final IssuerTrust trust;

	private final DocumentEntry<WebFingerDocument> webFinger;

	private final Cache<URI, DocumentEntry<ProviderMetadata>> providers = Caffeine.newBuilder()
		.maximumSize(PROVIDERS)
		.executor(Runnable::run)
		.build();

	private volatile @Nullable DocumentEntry<ProviderMetadata> asked;

	private volatile @Nullable Discovered current;

	/**
	 * Create a new instance; it asks nothing.
	 * @param settings the settings
	 * @param exchange sends the requests; must not follow redirects
	 * @param rules the checks that every URL passes
	 * @param clock the clock that rules freshness and back-off
	 * @param executor runs attempts and completes what callers wait for
	 * @param random the source of jitter
	 * @param events takes what happens
	 */
	public Discovery(DiscoverySettings settings, BoundedExchange exchange, UrlRules rules, Clock clock,
			Executor executor, RandomGenerator random, PlatformEvent.Listener events) {
		this(exchange, rules, new DiscoveryContext(settings, clock, Ticker.systemTicker(), PATIENCE, executor,
				new RetrySchedule(random), new EventLog(events, clock)));
	}

	Discovery(BoundedExchange exchange, UrlRules rules, DiscoveryContext context) {
		DiscoverySettings settings = context.settings();
		this.context = context;
		this.fetcher = new DocumentFetcher(exchange, rules, context.clock());
		this.providerReader = new ProviderMetadataReader(rules, context.events());
		this.trust = new IssuerTrust(settings, context.events());
		WebFingerReader reader = new WebFingerReader(settings.root(), rules, context.events());
		this.webFinger = new DocumentEntry<>(settings.root().webFingerUrl(),
				new WebFingerSource(settings.root(), this.fetcher, reader, this.trust), context);
	}

	/**
	 * Return the provider's configuration, from memory where possible. Never blocks and
	 * never throws.
	 * @return a future of the caller's own, which is done or completes on the executor;
	 * cancelling it cancels nothing else. It fails with a
	 * {@link PlatformDiscoveryException}
	 */
	public CompletableFuture<ProviderMetadata> provider() {
		Instant now = this.context.clock().instant();
		WebFingerDocument named = this.webFinger.fresh(now);
		if (named != null) {
			Discovered held = this.current;
			if (held != null && held.isFresh(named, now)) {
				return CompletableFuture.completedFuture(held.result());
			}
			return resolve(CompletableFuture.completedFuture(named));
		}
		PlatformDiscoveryException failure = providerFailure(now);
		return (failure != null) ? CompletableFuture.failedFuture(failure) : resolve(this.webFinger.get());
	}

	/**
	 * Return the provider's configuration if the provider itself has given or confirmed
	 * it lately; it is asked otherwise. A user is sent only to a provider that answers.
	 * @param age how long ago counts as lately; also the pause after a failure
	 * @return a future of the caller's own, which is done or completes on the executor.
	 * It fails with a {@link PlatformDiscoveryException}, even if a configuration is held
	 * that stands in elsewhere
	 */
	public CompletableFuture<ProviderMetadata> confirmedProvider(Duration age) {
		CompletableFuture<ProviderMetadata> result = new CompletableFuture<>();
		provider().thenCompose((metadata) -> {
			DocumentEntry<ProviderMetadata> entry = Objects.requireNonNull(this.asked);
			return entry.confirmed(age).thenCompose((document) -> provider());
		}).whenComplete((metadata, failure) -> {
			if (failure != null) {
				result.completeExceptionally(unwrapped(failure));
			}
			else {
				result.complete(metadata);
			}
		});
		return result;
	}

	// An issuer that is down must not cost the API host a request per call, even if its
	// answer may not be kept.
	private @Nullable PlatformDiscoveryException providerFailure(Instant now) {
		DocumentEntry<ProviderMetadata> entry = this.asked;
		return (entry != null) ? entry.failure(now) : null;
	}

	private CompletableFuture<ProviderMetadata> resolve(CompletableFuture<WebFingerDocument> webFinger) {
		CompletableFuture<ProviderMetadata> result = new CompletableFuture<>();
		webFinger.thenCompose(this::provider).whenComplete((metadata, failure) -> {
			if (failure != null) {
				result.completeExceptionally(unwrapped(failure));
			}
			else {
				result.complete(metadata);
			}
		});
		return result;
	}

	private CompletableFuture<ProviderMetadata> provider(WebFingerDocument named) {
		DocumentEntry<ProviderMetadata> entry = this.providers.get(named.location().documentUrl(),
				(url) -> new DocumentEntry<>(url,
						new ProviderSource(named.location(), this.fetcher, this.providerReader, this.trust),
						this.context));
		this.asked = entry;
		return entry.get().thenApply((document) -> result(named, entry, document));
	}

	private ProviderMetadata result(WebFingerDocument named, DocumentEntry<ProviderMetadata> entry,
			ProviderMetadata document) {
		Discovered held = this.current;
		if (held != null && held.named() == named && held.document() == document) {
			return held.result();
		}
		ProviderMetadata made = document.withProperties(named.realm(), named.authServerUrl());
		ProviderMetadata result = (held != null && held.result().equals(made)) ? held.result() : made;
		boolean kept = this.webFinger.holds(named) && entry.holds(document);
		this.current = kept ? new Discovered(named, entry, document, result) : null;
		return result;
	}

	private static Throwable unwrapped(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	/**
	 * Return which document is asked for at the moment, without I/O: what a caller has
	 * waited for that has no more time.
	 * @return the failure to be, with step and URL, or {@code null} if nothing is asked
	 * for
	 */
	public @Nullable PlatformDiscoveryException pending() {
		return Stream.of(this.asked, this.webFinger)
			.flatMap(Stream::ofNullable)
			.map(DocumentEntry::pending)
			.flatMap(Stream::ofNullable)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return what is held, without I/O.
	 * @return the snapshot
	 */
	public DiscoverySnapshot snapshot() {
		DocumentEntry<ProviderMetadata> entry = this.asked;
		List<DocumentSnapshot> documents = Stream.of(this.webFinger, entry)
			.flatMap(Stream::ofNullable)
			.map(DocumentEntry::snapshot)
			.toList();
		// After the documents: what is held is never shown fresher than it is
		Discovered held = this.current;
		boolean stillHeld = held != null && held.entry().holds(held.document());
		return new DiscoverySnapshot(documents, (held != null) ? held.result().issuer() : this.trust.acceptedIssuer(),
				this.trust.quarantinedIssuer(), (held != null && stillHeld) ? held.result() : null);
	}

	/**
	 * What was handed out last, with what it was made of.
	 */
	private record Discovered(WebFingerDocument named, DocumentEntry<ProviderMetadata> entry, ProviderMetadata document,
			ProviderMetadata result) {

		boolean isFresh(WebFingerDocument named, Instant now) {
			return this.named == named && this.entry.fresh(now) == this.document;
		}

	}

}
