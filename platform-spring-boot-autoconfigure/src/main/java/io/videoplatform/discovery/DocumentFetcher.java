package io.videoplatform.discovery;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;

import io.videoplatform.transport.Answer;
import io.videoplatform.transport.BoundedExchange;
import io.videoplatform.transport.ExchangeFailedException;
import io.videoplatform.transport.InvalidUrlException;
import io.videoplatform.transport.MalformedAnswerException;
import io.videoplatform.transport.PrintableUrl;
import io.videoplatform.transport.RetryAfter;
import io.videoplatform.transport.UrlRules;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;

/**
 * Fetches a document: GET, with our own redirect loop. Only 200, and 304 for a document
 * that is held, are success.
 */
final class DocumentFetcher {

	private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

	private static final int HOPS = 5;

	private final BoundedExchange exchange;

	private final UrlRules rules;

	private final Clock clock;

	DocumentFetcher(BoundedExchange exchange, UrlRules rules, Clock clock) {
		this.exchange = exchange;
		this.rules = rules;
		this.clock = clock;
	}

	/**
	 * Fetch a document.
	 * @param request what to fetch and how
	 * @param held the document that is held, to be confirmed
	 * @return the answer, or a {@link DiscoveryFailure}
	 */
	Mono<Fetched> fetch(DocumentRequest request, @Nullable Stored<?> held) {
		return Mono.defer(() -> hop(request, held, request.url(), 0))
			.timeout(this.exchange.deadline())
			.onErrorMap(this::failure);
	}

	private Mono<Fetched> hop(DocumentRequest request, @Nullable Stored<?> held, URI url, int hops) {
		this.rules.check(url);
		Instant asked = this.clock.instant();
		Stored<?> confirmable = (held != null && held.source().equals(url)) ? held : null;
		return this.exchange.get(url, (headers) -> addHeaders(headers, request, confirmable))
			.flatMap((answer) -> next(request, held, new Fetched(answer, url, asked, this.clock.instant()), hops));
	}

	private static void addHeaders(HttpHeaders headers, DocumentRequest request, @Nullable Stored<?> confirmable) {
		headers.set(HttpHeaders.ACCEPT, request.accept());
		if (confirmable != null) {
			confirmable.addValidator(headers);
		}
	}

	private Mono<Fetched> next(DocumentRequest request, @Nullable Stored<?> held, Fetched fetched, int hops) {
		int status = fetched.answer().status();
		if (REDIRECTS.contains(status)) {
			return hop(request, held, target(request, fetched, hops), hops + 1);
		}
		boolean confirmed = status == 304 && held != null && held.source().equals(fetched.source());
		if (status != 200 && !confirmed) {
			return Mono.error(refused(request, fetched));
		}
		return Mono.just(fetched);
	}

	private URI target(DocumentRequest request, Fetched fetched, int hops) {
		String location = fetched.answer().header(HttpHeaders.LOCATION);
		if (location == null || location.isBlank()) {
			throw DiscoveryFailure.malformed("redirect without a target", null);
		}
		if (hops == HOPS) {
			throw DiscoveryFailure.malformed("more than %d redirects".formatted(HOPS), null);
		}
		try {
			URI target = RedirectRule.resolve(fetched.source(), location.strip());
			this.rules.check(target);
			request.redirects().check(fetched.source(), target);
			return target;
		}
		catch (InvalidUrlException ex) {
			throw DiscoveryFailure.malformed("redirect refused, its target " + ex.getMessage(), ex);
		}
	}

	private DiscoveryFailure refused(DocumentRequest request, Fetched fetched) {
		Answer answer = fetched.answer();
		String via = fetched.source().equals(request.url()) ? "" : " from " + PrintableUrl.of(fetched.source());
		String hint = Objects.requireNonNullElse(request.hints().get(answer.status()), "");
		String message = "status %d%s (%s)%s".formatted(answer.status(), via, answer.contentType(), hint);
		boolean waits = answer.status() == 429 || answer.status() == 503;
		return DiscoveryFailure.status(message, answer.status(),
				waits ? RetryAfter.parse(answer.header(HttpHeaders.RETRY_AFTER), fetched.received()) : null);
	}

	private Throwable failure(Throwable ex) {
		String message = Objects.requireNonNullElse(ex.getMessage(), ex.getClass().getSimpleName());
		if (ex instanceof MalformedAnswerException) {
			return DiscoveryFailure.malformed("the answer " + message, ex);
		}
		if (ex instanceof InvalidUrlException) {
			return DiscoveryFailure.malformed("the URL " + message, ex);
		}
		if (ex instanceof ExchangeFailedException) {
			return DiscoveryFailure.unreachable(message, ex);
		}
		if (ex instanceof TimeoutException) {
			return DiscoveryFailure
				.unreachable("no complete answer within %d ms".formatted(this.exchange.deadline().toMillis()), ex);
		}
		return ex;
	}

}
