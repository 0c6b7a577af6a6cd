package io.videoplatform.internal.discovery;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.document.DocumentFetcher;
import io.videoplatform.internal.document.DocumentReader;
import io.videoplatform.internal.document.DocumentResponse;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.UrlValidator;
import reactor.core.publisher.Mono;

/**
 * A look at the documents of discovery, step by step and by the rules of
 * {@link Discovery}. Nothing is held. All failures are
 * {@link PlatformDiscoveryException}s with a document's failure as cause.
 */
public final class DiscoveryInspection {

	private final DiscoverySettings settings;

	private final BoundedExchange exchange;

	private final UrlValidator urls;

	private final IssuerTrust trust;

	private final EventPublisher events;

	DiscoveryInspection(DiscoverySettings settings, BoundedExchange exchange, UrlValidator urls, IssuerTrust trust,
			EventPublisher events) {
		this.settings = settings;
		this.exchange = exchange;
		this.urls = urls;
		this.trust = trust;
		this.events = events;
	}

	/**
	 * Request the WebFinger response. The issuer that it names may be one that is not
	 * trusted.
	 * @return the document; fails with a {@link PlatformDiscoveryException}
	 */
	public Mono<DocumentResponse<WebFingerDocument>> webFinger() {
		return inspector(webFingerReader()).inspect();
	}

	/**
	 * Check whether the issuer that the API host names is trusted.
	 * @throws PlatformDiscoveryException if it is not
	 */
	public String requireTrusted(WebFingerDocument document) {
		inspector(webFingerReader()).verify(document);
		return this.trust.reason();
	}

	/**
	 * Request the configuration of a trusted issuer, and check that it may be used.
	 * @return the configuration; fails with a {@link PlatformDiscoveryException}
	 */
	public Mono<DocumentResponse<ProviderMetadata>> configuration(WebFingerDocument document) {
		DocumentFetcher<ProviderMetadata> inspector = inspector(new ProviderConfigurationReader(document.location(),
				() -> document, this.settings, this.urls, this.trust, this.events));
		return inspector.inspect().doOnNext((configuration) -> inspector.verify(configuration.value()));
	}

	private WebFingerReader webFingerReader() {
		return new WebFingerReader(this.settings, this.urls, this.trust, this.events);
	}

	/**
	 * Return what looks at a further document of the provider in the same way.
	 */
	public <T> DocumentFetcher<T> inspector(DocumentReader<T> reader) {
		return new DocumentFetcher<>(reader, this.exchange, this.settings.documents(), this.events.clock());
	}

}
