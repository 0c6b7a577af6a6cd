package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;

import io.videoplatform.internal.http.Answer;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.ExchangeFailedException;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.MalformedAnswerException;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.RetryAfter;
import io.videoplatform.internal.http.SteadyClock;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;

/**
 * Fetches a document: GET, with our own redirect loop. Only 200, and 304 for a document
 * that is held, are success.
 *
 * @param <T> the type of the document
 */
final class DocumentFetcher<T> {

	private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

	private static final int HOPS = 5;

	private final DocumentSource<T> source;

	private final BoundedExchange exchange;

	private final SteadyClock clock;

	DocumentFetcher(DocumentSource<T> source, BoundedExchange exchange, SteadyClock clock) {
		this.source = source;
		this.exchange = exchange;
		this.clock = clock;
	}

	/**
	 * Fetch the document.
	 * @param held the document that is held, to be confirmed
	 * @return the response; what it fails with, {@link #reason(Throwable)} translates
	 */
	Mono<DocumentResponse> fetch(@Nullable CachedDocument<T> held) {
		return Mono.defer(() -> hop(held, this.source.url(), 0)).timeout(this.exchange.deadline());
	}

	private Mono<DocumentResponse> hop(@Nullable CachedDocument<T> held, URI url, int hops) {
		this.source.checkRequest(url);
		Instant requested = this.clock.instant();
		CachedDocument<T> confirmable = (held != null && held.source().equals(url)) ? held : null;
		return this.exchange.get(url, (headers) -> addHeaders(headers, confirmable))
			.flatMap((answer) -> next(held, new DocumentResponse(answer, url, requested, this.clock.instant()), hops));
	}

	private void addHeaders(HttpHeaders headers, @Nullable CachedDocument<T> confirmable) {
		headers.set(HttpHeaders.ACCEPT, this.source.accept());
		if (confirmable != null) {
			confirmable.addValidator(headers);
		}
	}

	private Mono<DocumentResponse> next(@Nullable CachedDocument<T> held, DocumentResponse response, int hops) {
		int status = response.answer().status();
		URI target = REDIRECTS.contains(status) ? target(response, hops) : null;
		if (target != null) {
			return hop(held, target, hops + 1);
		}
		boolean confirmed = status == 304 && held != null && held.source().equals(response.source());
		return (status != 200 && !confirmed) ? Mono.error(refused(response)) : Mono.just(response);
	}

	private @Nullable URI target(DocumentResponse response, int hops) {
		String location = Objects.requireNonNullElse(response.answer().header(HttpHeaders.LOCATION), "").strip();
		try {
			// An absent target is resolved to see whether redirects are followed at all
			URI target = this.source.redirect(response.source(), location);
			if (target != null && location.isEmpty()) {
				throw DocumentFailure.malformed("redirect without a target", null);
			}
			if (target != null && hops == HOPS) {
				throw DocumentFailure.malformed("more than %d redirects".formatted(HOPS), null);
			}
			return target;
		}
		catch (InvalidUrlException ex) {
			throw DocumentFailure.malformed("redirect refused, its target " + ex.getMessage(), ex);
		}
	}

	private DocumentFailure refused(DocumentResponse response) {
		Answer answer = response.answer();
		String via = response.source().equals(this.source.url()) ? "" : " from " + PrintableUrl.of(response.source());
		String message = "status %d%s (%s)%s".formatted(answer.status(), via, answer.contentType(),
				this.source.hint(answer.status()));
		boolean waits = answer.status() == 429 || answer.status() == 503;
		return DocumentFailure.status(message, answer.status(),
				waits ? RetryAfter.parse(answer.header(HttpHeaders.RETRY_AFTER), this.clock.wall(response.received()))
						: null);
	}

	/**
	 * Translate what was thrown on the way to a document.
	 */
	DocumentFailure reason(Throwable ex) {
		String message = Objects.requireNonNullElse(ex.getMessage(), ex.getClass().getSimpleName());
		if (ex instanceof DocumentFailure failure) {
			return failure;
		}
		if (ex instanceof MalformedAnswerException) {
			return DocumentFailure.malformed("the answer " + message, ex);
		}
		if (ex instanceof InvalidUrlException) {
			return DocumentFailure.malformed("the URL " + message, ex);
		}
		if (ex instanceof ExchangeFailedException) {
			return DocumentFailure.unreachable(message, ex);
		}
		if (ex instanceof TimeoutException) {
			return DocumentFailure
				.unreachable("no complete answer within %d ms".formatted(this.exchange.deadline().toMillis()), ex);
		}
		return DocumentFailure.malformed("unexpected " + ex.getClass().getSimpleName(), ex);
	}

}
