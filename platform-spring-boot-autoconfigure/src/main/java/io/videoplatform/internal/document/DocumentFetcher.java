package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeoutException;

import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.ExchangeFailedException;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.RedirectPolicy;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;

/**
 * Fetches a document: GET, with redirects followed here. Only 200 is success.
 *
 * @param <T> the type of the document
 */
final class DocumentFetcher<T> {

	private final DocumentReader<T> reader;

	private final BoundedExchange exchange;

	private final Clock clock;

	DocumentFetcher(DocumentReader<T> reader, BoundedExchange exchange, Clock clock) {
		this.reader = reader;
		this.exchange = exchange.observedAs(reader.uriTemplate());
		this.clock = clock;
	}

	/**
	 * Fetch the document.
	 * @return the response; what it fails with, {@link #reason(Throwable)} translates
	 */
	Mono<DocumentResponse> fetch() {
		return Mono.defer(() -> {
			this.reader.checkRequest(this.reader.url());
			return request(this.reader.url(), 0, 0);
		}).timeout(this.exchange.deadline());
	}

	private Mono<DocumentResponse> request(URI url, int redirects, int status) {
		Instant requested = this.clock.instant();
		return this.exchange.get(url, (headers) -> headers.set(HttpHeaders.ACCEPT, this.reader.accept()))
			.onErrorMap((ex) -> redirects > 0 && ex instanceof ExchangeFailedException,
					(ex) -> DocumentFailure.unreachable(
							"redirected to %s: %s".formatted(PrintableUrl.of(url), ex.getMessage()), status, ex))
			.map((response) -> new DocumentResponse(response, url, requested, this.clock.instant()))
			.flatMap((response) -> next(response, redirects));
	}

	private Mono<DocumentResponse> next(DocumentResponse response, int redirects) {
		if (this.reader.redirects().follows(response.status())) {
			return request(target(response, redirects), redirects + 1, response.status());
		}
		return (response.status() != 200) ? Mono.error(refused(response)) : Mono.just(response);
	}

	private URI target(DocumentResponse response, int redirects) {
		String location = Objects.requireNonNullElse(response.message().header(HttpHeaders.LOCATION), "").strip();
		if (location.isEmpty()) {
			throw DocumentFailure.malformed("redirect without a target", null);
		}
		try {
			URI target = this.reader.redirects().target(response.source(), location);
			this.reader.checkRequest(target);
			if (redirects == RedirectPolicy.MAX_REDIRECTS) {
				throw DocumentFailure.malformed("more than %d redirects".formatted(redirects), null);
			}
			return target;
		}
		catch (InvalidUrlException ex) {
			throw DocumentFailure.malformed("redirect refused, its target " + ex.getMessage(), ex);
		}
	}

	private DocumentFailure refused(DocumentResponse response) {
		int status = response.status();
		String via = response.source().equals(this.reader.url()) ? "" : " from " + PrintableUrl.of(response.source());
		String message = "status %d%s (%s)".formatted(status, via, response.message().contentType());
		return DocumentFailure.status(message, this.reader.error(status), status,
				(status == 429 || status == 503) ? retryAfter(response) : null);
	}

	private @Nullable Duration retryAfter(DocumentResponse response) {
		return response.message().retryAfter(response.received());
	}

	/**
	 * Translate what was thrown on the way to a document.
	 */
	DocumentFailure reason(Throwable ex) {
		String message = Objects.requireNonNullElse(ex.getMessage(), ex.getClass().getSimpleName());
		if (ex instanceof DocumentFailure failure) {
			return failure;
		}
		if (ex instanceof MalformedResponseException) {
			return DocumentFailure.malformed("the response " + message, ex);
		}
		if (ex instanceof InvalidUrlException) {
			return DocumentFailure.malformed("the URL " + message, ex);
		}
		if (ex instanceof ExchangeFailedException) {
			return DocumentFailure.unreachable(message, ex);
		}
		if (ex instanceof TimeoutException) {
			return DocumentFailure
				.unreachable("no complete response within %d ms".formatted(this.exchange.deadline().toMillis()), ex);
		}
		return DocumentFailure.malformed("unexpected " + ex.getClass().getSimpleName(), ex);
	}

}
