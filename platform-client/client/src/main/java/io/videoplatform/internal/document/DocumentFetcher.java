package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.BoundedResponse;
import io.videoplatform.internal.http.ExchangeFailedException;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.RedirectPolicy;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;

/**
 * Fetches a document: GET, with redirects followed here. Only 200 is success. What is
 * held elsewhere does not count, and nothing is held here.
 *
 * @param <T> the type of the document
 */
public final class DocumentFetcher<T> {

	private final DocumentReader<T> reader;

	private final BoundedExchange exchange;

	private final Duration minLifetime;

	private final Clock clock;

	public DocumentFetcher(DocumentReader<T> reader, BoundedExchange exchange, DocumentSettings settings, Clock clock) {
		this.reader = reader;
		this.exchange = exchange;
		this.minLifetime = settings.minLifetime();
		this.clock = clock;
	}

	/**
	 * Request and read the document, which may be one that must not be used.
	 * @return the document; fails with the exception of the reader, whose cause is a
	 * {@link DocumentFailure}
	 */
	public Mono<DocumentResponse<T>> inspect() {
		return fetch().timeout(this.exchange.deadline())
			.map(this::read)
			.onErrorMap((ex) -> reason(ex).exception(this.reader, null));
	}

	/**
	 * Check whether the document may be used, and throw the exception of the reader if it
	 * must not.
	 */
	public void verify(T document) {
		try {
			this.reader.check(document);
		}
		catch (DocumentFailure ex) {
			throw ex.exception(this.reader, null);
		}
	}

	/**
	 * Request the document, within no time of its own.
	 * @return the response; what it fails with, {@link #reason(Throwable)} translates
	 */
	Mono<DocumentResponse<BoundedResponse>> fetch() {
		return Mono.defer(() -> {
			this.reader.checkRequest(this.reader.request().url());
			return request(this.reader.request().url(), 0, 0);
		});
	}

	/**
	 * Read the JSON object, whatever JSON type the server gives it (RFC 7033, section
	 * 4.2).
	 */
	DocumentResponse<T> read(DocumentResponse<BoundedResponse> response) {
		return response.with(this.reader.read(response.value().json()));
	}

	private Mono<DocumentResponse<BoundedResponse>> request(URI url, int redirects, int status) {
		Instant requested = this.clock.instant();
		DocumentRequest document = this.reader.request();
		return this.exchange
			.get(url, document.uriTemplate(), (headers) -> headers.set(HttpHeaders.ACCEPT, document.accept()))
			.onErrorMap((ex) -> redirects > 0 && ex instanceof ExchangeFailedException,
					(ex) -> DocumentFailure.unreachable(
							"redirected to %s: %s".formatted(PrintableUrl.of(url), ex.getMessage()), status, ex))
			.map((response) -> new DocumentResponse<>(response, document.url(), url, response.headers(), requested,
					this.clock.instant(), this.minLifetime))
			.flatMap((response) -> next(response, redirects));
	}

	private Mono<DocumentResponse<BoundedResponse>> next(DocumentResponse<BoundedResponse> response, int redirects) {
		int status = response.value().status();
		if (RedirectPolicy.isRedirect(status)) {
			return request(target(response, redirects), redirects + 1, status);
		}
		return (status != 200) ? Mono.error(refused(response)) : Mono.just(response);
	}

	private URI target(DocumentResponse<?> response, int redirects) {
		String location = response.header(HttpHeaders.LOCATION).strip();
		if (location.isEmpty()) {
			throw DocumentFailure.malformed("redirect without a target");
		}
		try {
			URI target = this.reader.request().redirects().target(response.source(), location);
			this.reader.checkRequest(target);
			if (redirects == RedirectPolicy.MAX_REDIRECTS) {
				throw DocumentFailure.malformed("more than %d redirects".formatted(redirects));
			}
			return target;
		}
		catch (InvalidUrlException ex) {
			throw DocumentFailure.malformed("redirect refused, its target " + ex.getMessage());
		}
	}

	private DocumentFailure refused(DocumentResponse<BoundedResponse> response) {
		int status = response.value().status();
		String via = response.source().equals(this.reader.request().url()) ? ""
				: " from " + PrintableUrl.of(response.source());
		String message = "status %d%s (%s)".formatted(status, via, response.value().contentType());
		@Nullable Duration retryAfter = (status == 429 || status == 503) ? response.value().retryAfter(response.received())
				: null;
		return DocumentFailure.status(message, this.reader.error(status), status, retryAfter);
	}

	/**
	 * Translate what was thrown on the way to a document.
	 */
	DocumentFailure reason(Throwable ex) {
		String message = Objects.requireNonNullElse(ex.getMessage(), ex.getClass().getSimpleName());
		if (ex instanceof DocumentFailure failure) {
			return failure;
		}
		if (ex instanceof MalformedResponseException malformed) {
			return DocumentFailure.malformed("the response " + message, malformed.error(), ex);
		}
		if (ex instanceof InvalidUrlException) {
			return DocumentFailure.malformed("the URL " + message);
		}
		if (ex instanceof ExchangeFailedException) {
			return DocumentFailure.unreachable(message, 0, ex);
		}
		if (ex instanceof TimeoutException) {
			return DocumentFailure
				.unreachable("no complete response within %d ms".formatted(this.exchange.deadline().toMillis()), 0, ex);
		}
		return DocumentFailure.malformed("unexpected " + ex.getClass().getSimpleName(), PlatformError.OTHER, ex);
	}

}
