package io.videoplatform.internal.discovery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.micrometer.observation.Observation;
import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.client.DiscoverySnapshot;
import io.videoplatform.client.DocumentSnapshot;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.document.CachedDocument;
import io.videoplatform.internal.document.DocumentContext;
import io.videoplatform.internal.document.DocumentReader;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.ClockTicker;
import io.videoplatform.internal.http.UrlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Finds the identity provider of an API host at run time: WebFinger names the issuer, the
 * issuer's configuration names the endpoints. Both are held for as long as HTTP and the
 * settings allow. Nothing is requested before the first call.
 *
 * <p>
 * All failures are {@link PlatformDiscoveryException}s that name the step, the URL
 * without query, the cause and the time of the next attempt. Until then calls fail at
 * once, unless a configuration is held that may be used stale.
 */
public final class Discovery implements AutoCloseable {

	private final DiscoverySettings settings;

	private final BoundedExchange exchange;

	private final UrlValidator urls;

	private final DocumentContext context;

	private final IssuerTrust trust;

	private final CachedDocument<WebFingerDocument> webFinger;

	private final AtomicReference<@Nullable Configuration> configuration = new AtomicReference<>();

	public Discovery(DiscoverySettings settings, BoundedExchange exchange, UrlValidator urls, DocumentContext context) {
		this.settings = settings;
		this.exchange = exchange;
		this.urls = urls;
		this.context = context;
		this.trust = new IssuerTrust(settings, context.events());
		this.webFinger = held(new WebFingerReader(settings, urls, this.trust, context.events()));
	}

	private <T> CachedDocument<T> held(DocumentReader<T> reader) {
		return new CachedDocument<>(reader, this.exchange, this.settings.documents(), this.context);
	}

	/**
	 * Return the API host whose provider this finds.
	 */
	public RootUrl root() {
		return this.settings.root();
	}

	/**
	 * Return whether a provider may be used that was found at another time.
	 */
	public boolean accepts(ProviderMetadata metadata) {
		return this.trust.accepts(metadata);
	}

	/**
	 * Return the provider's configuration, from memory where possible. Never blocks and
	 * never throws.
	 * @return a future of the caller's own, which is done or completes on the executor;
	 * cancelling it cancels nothing else. What it fails with is caused by a
	 * {@link PlatformDiscoveryException}
	 */
	public CompletableFuture<ProviderMetadata> provider() {
		// The steps after the first one begin on another thread
		Observation caller = this.context.observations().current();
		return this.webFinger.get()
			.thenCompose((named) -> this.context.observations().within(caller, () -> confirmed(named)))
			.thenCompose((named) -> this.context.observations().within(caller, () -> provider(named)));
	}

	/**
	 * Return the provider's configuration if it was received or confirmed within a time;
	 * otherwise request it. A user is sent only to a provider that responds.
	 */
	public CompletableFuture<ProviderMetadata> confirmedProvider(Duration age) {
		Observation caller = this.context.observations().current();
		return provider().thenCompose((metadata) -> {
			CachedDocument<ProviderMetadata> entry = Objects.requireNonNull(configuration());
			return this.context.observations().within(caller, () -> entry.confirmed(age));
		});
	}

	/**
	 * Request both documents, whatever is held; what is held stays in use meanwhile.
	 */
	public CompletableFuture<ProviderMetadata> anew() {
		Observation caller = this.context.observations().current();
		return this.webFinger.confirmed(Duration.ZERO)
			.thenCompose((named) -> this.context.observations().within(caller, () -> confirmedProvider(Duration.ZERO)));
	}

	/**
	 * An issuer whose configuration cannot be read may have been named by mistake, or
	 * another one was pinned since: the API host may name another one by now.
	 */
	private CompletableFuture<WebFingerDocument> confirmed(WebFingerDocument named) {
		Configuration held = this.configuration.get();
		return (held != null && held.location().equals(named.location()) && held.document().isRepetitionDue())
				? this.webFinger.newerThan(named).exceptionally((failure) -> named)
				: CompletableFuture.completedFuture(named);
	}

	private CompletableFuture<ProviderMetadata> provider(WebFingerDocument named) {
		return Objects.requireNonNull(this.configuration
			.updateAndGet((before) -> (before != null && before.location().equals(named.location())) ? before
					: new Configuration(named.location(), configuration(named))))
			.document()
			.get();
	}

	private CachedDocument<ProviderMetadata> configuration(WebFingerDocument named) {
		return held(new ProviderConfigurationReader(named.location(),
				() -> Objects.requireNonNullElse(this.webFinger.last(), named), this.settings, this.urls, this.trust,
				this.context.events()));
	}

	private @Nullable CachedDocument<ProviderMetadata> configuration() {
		Configuration held = this.configuration.get();
		return (held != null) ? held.document() : null;
	}

	/**
	 * Return a cache of what is made of the provider's configuration: it holds that for
	 * as long as both documents are fresh.
	 */
	public <V> Cache<ProviderMetadata, V> cache() {
		return Caffeine.newBuilder()
			.weakKeys()
			.ticker(ClockTicker.of(this.context.clock()))
			.executor(Runnable::run)
			.expireAfter(Expiry.writing((ProviderMetadata metadata, V made) -> freshness()))
			.build();
	}

	private Duration freshness() {
		Instant now = this.context.clock().instant();
		return snapshot().documents()
			.stream()
			.map((document) -> Objects.requireNonNullElse(document.freshUntil(), now))
			.map((until) -> until.isAfter(now) ? Duration.between(now, until) : Duration.ZERO)
			.min(Comparator.naturalOrder())
			.orElse(Duration.ZERO);
	}

	/**
	 * Return the failure of a caller whose own time ends while it waits for discovery. It
	 * names the step and the URL that have not responded yet.
	 * @return the failure, or {@code null} if no request is under way
	 */
	public @Nullable PlatformException unfinished() {
		PlatformException webFinger = this.webFinger.unfinished();
		CachedDocument<ProviderMetadata> entry = configuration();
		return (webFinger == null && entry != null) ? entry.unfinished() : webFinger;
	}

	/**
	 * Return a look at the same provider that changes nothing here: it requests the
	 * documents, whatever is held, and holds none.
	 */
	public DiscoveryInspection inspection(DiscoverySettings client, Clock clock, PlatformEvent.Listener events) {
		EventPublisher publisher = new EventPublisher(events, clock);
		return new DiscoveryInspection(client, this.exchange, this.urls, this.trust.copy(client, publisher), publisher);
	}

	/**
	 * Fail all callers that wait with a {@link PlatformDiscoveryException} that is not
	 * retryable; later calls fail with it at once, and nothing is requested any more.
	 * Does not block.
	 */
	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * Return what is held, without I/O.
	 */
	public DiscoverySnapshot snapshot() {
		CachedDocument<ProviderMetadata> entry = configuration();
		List<DocumentSnapshot> documents = Stream.of(this.webFinger, entry)
			.flatMap(Stream::ofNullable)
			.map(CachedDocument::snapshot)
			.toList();
		return new DiscoverySnapshot(documents, this.trust.acceptedIssuer(), quarantinedIssuer(entry),
				(entry != null) ? entry.last() : null);
	}

	/**
	 * Return the issuer that is refused although another one was accepted: it gets
	 * nothing.
	 */
	private @Nullable String quarantinedIssuer(@Nullable CachedDocument<ProviderMetadata> entry) {
		if (this.trust.acceptedIssuer() == null) {
			return null;
		}
		String named = this.webFinger.refused();
		return (named == null && entry != null) ? entry.refused() : named;
	}

	/**
	 * The configuration of the issuer that was named last.
	 */
	private record Configuration(IssuerLocation location, CachedDocument<ProviderMetadata> document) {

	}

}
