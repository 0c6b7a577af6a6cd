package io.videoplatform.discovery;

import java.util.Map;

import io.videoplatform.PlatformStep;
import io.videoplatform.transport.Answer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Asks a trusted issuer for its configuration (OpenID Connect Discovery 1.0, section 4).
 */
final class ProviderSource implements DocumentSource<ProviderMetadata> {

	private final IssuerLocation location;

	private final DocumentFetcher fetcher;

	private final DocumentRequest request;

	private final ProviderMetadataReader reader;

	private final IssuerTrust trust;

	ProviderSource(IssuerLocation location, DocumentFetcher fetcher, ProviderMetadataReader reader, IssuerTrust trust) {
		this.location = location;
		this.fetcher = fetcher;
		this.request = new DocumentRequest(location.documentUrl(), "application/json", RedirectRule.SAME_ORIGIN,
				Map.of());
		this.reader = reader;
		this.trust = trust;
	}

	@Override
	public PlatformStep step() {
		return PlatformStep.PROVIDER_CONFIGURATION;
	}

	@Override
	public Mono<Fetched> fetch(@Nullable Stored<ProviderMetadata> held) {
		return Mono.defer(() -> {
			this.trust.checkCandidate(this.location);
			return this.fetcher.fetch(this.request, held);
		});
	}

	@Override
	public ProviderMetadata read(Answer answer) {
		ProviderMetadata metadata = this.reader.read(JsonAnswer.read(answer), this.location);
		this.trust.accept(metadata);
		return metadata;
	}

}
