package io.videoplatform.internal.browser;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.client.DiscoverySnapshot;
import io.videoplatform.client.DocumentSnapshot;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.http.ProblemResponse;
import io.videoplatform.internal.http.UrlValidator;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * The endpoint of the document, on either web stack. It uses what discovery holds and
 * sends no request of its own.
 */
public final class BrowserEndpoint {

	private static final String NOT_FOUND = "The platform's identity provider cannot be found just now.";

	private static final String ALLOW = "GET, HEAD, OPTIONS";

	private static final Duration PAUSE = Duration.ofSeconds(30);

	private final Discovery discovery;

	private final Clock clock;

	private final Executor callbacks;

	private final BrowserDocumentFactory documents;

	/**
	 * Create a new instance.
	 * @param settings the settings
	 * @param discovery discovers the provider
	 * @param rules the checks of every URL
	 * @param clock the clock of discovery
	 * @param callbacks where requests continue that have waited
	 * @param events takes members that are left out
	 */
	public BrowserEndpoint(BrowserSettings settings, Discovery discovery, UrlValidator rules, Clock clock,
			Executor callbacks, PlatformEvent.Listener events) {
		this.discovery = discovery;
		this.clock = clock;
		this.callbacks = callbacks;
		this.documents = new BrowserDocumentFactory(settings, rules, new EventPublisher(events, clock));
	}

	/**
	 * Handle a request. Never blocks.
	 * @param method its method
	 * @return a future of the caller's own, which is done unless discovery has to send a
	 * request first
	 */
	public CompletableFuture<ResponseEntity<byte[]>> handle(HttpMethod method) {
		if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
			CompletableFuture<ProviderMetadata> provider = this.discovery.provider();
			return provider.isDone() ? provider.handle(this::response)
					: provider.handleAsync(this::response, this.callbacks);
		}
		return CompletableFuture.completedFuture(method.equals(HttpMethod.OPTIONS) ? options() : methodNotAllowed());
	}

	private ResponseEntity<byte[]> response(@Nullable ProviderMetadata metadata, @Nullable Throwable failure) {
		DiscoverySnapshot held = this.discovery.snapshot();
		if (held.quarantinedIssuer() != null) {
			return unavailable(null, PlatformError.ISSUER_REFUSED,
					"The platform names an identity provider that is not trusted and not used.");
		}
		if (metadata == null) {
			return (failure != null && CauseChain.unwrap(failure) instanceof PlatformException ex)
					? unavailable(ex.getNextAttempt(), ex.getError(), NOT_FOUND)
					: unavailable(null, PlatformError.OTHER, NOT_FOUND);
		}
		if (!metadata.issuerStated()) {
			return unavailable(null, PlatformError.ISSUER_MISMATCH,
					"The configuration of the identity provider has no issuer, without which no login can be verified.");
		}
		return document(this.documents.create(metadata), cacheControl(metadata, held));
	}

	private ResponseEntity<byte[]> unavailable(@Nullable Instant nextAttempt, PlatformError error, String detail) {
		Duration pause = (nextAttempt != null) ? Duration.between(this.clock.instant(), nextAttempt) : PAUSE;
		long seconds = Math.max(1, pause.plusMillis(999).toSeconds());
		return problem(HttpStatus.SERVICE_UNAVAILABLE, error, detail, HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
	}

	/**
	 * Both documents must be fresh for as long as the response. Their lifetimes were
	 * calculated for a private cache (RFC 9111, section 5.2.2.10), so that no shared one
	 * may store the response.
	 */
	private String cacheControl(ProviderMetadata metadata, DiscoverySnapshot held) {
		if (!metadata.equals(held.provider())) {
			return "no-store";
		}
		Instant now = this.clock.instant();
		long seconds = held.documents()
			.stream()
			.mapToLong((document) -> freshness(document, now).toSeconds())
			.min()
			.orElse(0);
		return (seconds > 0) ? "private, max-age=" + seconds : "private, no-cache";
	}

	private static Duration freshness(DocumentSnapshot document, Instant now) {
		Instant until = document.freshUntil();
		return (until != null && now.isBefore(until)) ? Duration.between(now, until) : Duration.ZERO;
	}

	private static ResponseEntity<byte[]> document(HttpEntity<byte[]> document, String cacheControl) {
		return ResponseEntity.ok()
			.headers((headers) -> headers.setCacheControl(cacheControl))
			.headers(BrowserEndpoint::noSniff)
			.contentType(MediaType.APPLICATION_JSON)
			.eTag(document.getHeaders().getETag())
			.body(document.getBody());
	}

	private static ResponseEntity<byte[]> options() {
		return ResponseEntity.noContent()
			.headers((headers) -> headers.setCacheControl("no-store"))
			.headers(BrowserEndpoint::noSniff)
			.header(HttpHeaders.ALLOW, ALLOW)
			.build();
	}

	private static ResponseEntity<byte[]> methodNotAllowed() {
		return problem(HttpStatus.METHOD_NOT_ALLOWED, null, "This document can only be read.", HttpHeaders.ALLOW,
				ALLOW);
	}

	private static ResponseEntity<byte[]> problem(HttpStatus status, @Nullable PlatformError error, String detail,
			String header, String value) {
		return ProblemResponse.of(status, error, detail, (headers) -> {
			headers.set(header, value);
			noSniff(headers);
		});
	}

	private static void noSniff(HttpHeaders headers) {
		headers.set("X-Content-Type-Options", "nosniff");
	}

}
