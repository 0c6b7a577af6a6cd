package io.videoplatform.internal.doctor;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.discovery.DiscoveryInspection;
import io.videoplatform.internal.discovery.WebFingerDocument;
import io.videoplatform.internal.document.DocumentResponse;
import io.videoplatform.internal.http.BoundedWait;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * What one check has found out so far, for the rules that follow, and the time that is
 * left for them. Used by one thread.
 */
final class CheckState {

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private final CheckSubject subject;

	private final DiscoveryInspection discovery;

	private final long startedAt = System.nanoTime();

	private final AtomicReference<@Nullable PlatformEvent> warning = new AtomicReference<>();

	private final Map<String, DocumentResponse<?>> documents = new LinkedHashMap<>();

	private @Nullable DocumentResponse<WebFingerDocument> webFinger;

	private @Nullable WebFingerDocument trusted;

	private @Nullable ProviderMetadata configuration;

	CheckState(CheckSubject subject) {
		this.subject = subject;
		this.discovery = subject.discovery().apply(this::onEvent);
	}

	private void onEvent(PlatformEvent event) {
		if (event.level() == Level.WARN) {
			this.warning.set(event);
		}
	}

	CheckSubject subject() {
		return this.subject;
	}

	DiscoveryInspection discovery() {
		return this.discovery;
	}

	/**
	 * Return what the engine's own rules have warned of since the last call.
	 */
	@Nullable PlatformEvent takeWarning() {
		return this.warning.getAndSet(null);
	}

	/**
	 * Wait for a request, no longer than the check may take.
	 * @throws EndedException if its time has ended
	 */
	<T> T await(Mono<T> request) {
		Duration left = LIMIT.minusNanos(System.nanoTime() - this.startedAt);
		if (left.isNegative()) {
			throw outOfTime("The check has taken %d s".formatted(LIMIT.toSeconds()));
		}
		return new BoundedWait(left, (reason, cause) -> outOfTime("The wait for a response " + reason))
			.require(request);
	}

	private static EndedException outOfTime(String text) {
		return new EndedException(Found.of(CheckVerdict.FAILED, text, PlatformError.TIMEOUT));
	}

	/**
	 * Remember a document for the rules on its headers.
	 */
	<T> DocumentResponse<T> remember(String name, DocumentResponse<T> document) {
		this.documents.put(name, document);
		return document;
	}

	Map<String, DocumentResponse<?>> documents() {
		webFinger();
		return this.documents;
	}

	void webFinger(DocumentResponse<WebFingerDocument> document) {
		this.webFinger = remember("WebFinger response", document);
	}

	DocumentResponse<WebFingerDocument> webFinger() {
		return required(this.webFinger, CheckRule.WEBFINGER);
	}

	void trusted(WebFingerDocument document) {
		this.trusted = document;
	}

	/**
	 * Return the WebFinger response, whose issuer is known to be trusted.
	 */
	WebFingerDocument trusted() {
		return required(this.trusted, CheckRule.ISSUER_TRUST);
	}

	void configuration(DocumentResponse<ProviderMetadata> document) {
		this.configuration = remember("provider configuration", document).value();
	}

	ProviderMetadata configuration() {
		return required(this.configuration, CheckRule.PROVIDER_CONFIGURATION);
	}

	/**
	 * Return what another rule has brought.
	 * @throws EndedException if that has not passed
	 */
	static <T> T required(@Nullable T value, CheckRule rule) {
		if (value == null) {
			throw new EndedException(Found.skipped("Not checked, because '%s' has not passed".formatted(rule.title())));
		}
		return value;
	}

	/**
	 * Ends a rule early: another one that it depends on has not passed, or there is no
	 * time left.
	 */
	static final class EndedException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		private final transient Found found;

		EndedException(Found found) {
			super(found.text());
			this.found = found;
		}

		Found found() {
			return this.found;
		}

	}

}
