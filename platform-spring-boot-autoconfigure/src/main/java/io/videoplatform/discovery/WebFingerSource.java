package io.videoplatform.discovery;

import java.util.Map;

import io.videoplatform.PlatformStep;
import io.videoplatform.transport.Answer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Asks the API host who its identity provider is (RFC 7033).
 */
final class WebFingerSource implements DocumentSource<WebFingerDocument> {

	private static final String UNKNOWN = "; the host does not know the resource, check that 'platform.root-url' is scheme and host of the platform's API";

	private final DocumentFetcher fetcher;

	private final DocumentRequest request;

	private final WebFingerReader reader;

	private final IssuerTrust trust;

	WebFingerSource(RootUrl root, DocumentFetcher fetcher, WebFingerReader reader, IssuerTrust trust) {
		this.fetcher = fetcher;
		this.request = new DocumentRequest(root.webFingerUrl(), "application/jrd+json, application/json",
				RedirectRule.NEVER_LESS_SECURE, Map.of(400, UNKNOWN, 404, UNKNOWN));
		this.reader = reader;
		this.trust = trust;
	}

	@Override
	public PlatformStep step() {
		return PlatformStep.WEBFINGER;
	}

	@Override
	public Mono<Fetched> fetch(@Nullable Stored<WebFingerDocument> held) {
		return this.fetcher.fetch(this.request, held);
	}

	@Override
	public WebFingerDocument read(Answer answer) {
		WebFingerDocument document = this.reader.read(JsonAnswer.read(answer));
		this.trust.checkNamed(document.location());
		return document;
	}

}
