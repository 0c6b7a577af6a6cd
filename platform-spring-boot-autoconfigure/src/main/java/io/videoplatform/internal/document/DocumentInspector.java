package io.videoplatform.internal.document;

import java.time.Clock;

import io.videoplatform.PlatformException;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.PrintableUrl;
import reactor.core.publisher.Mono;

/**
 * Requests a document to look at it: by the rules of {@link HeldDocument}, but nothing is
 * held, and what is held elsewhere does not count.
 *
 * @param <T> the type of the document
 */
public final class DocumentInspector<T> {

	private final DocumentReader<T> reader;

	private final DocumentSettings settings;

	private final DocumentFetcher<T> fetcher;

	private final DocumentReporter reporter;

	/**
	 * Create a new instance; it requests nothing.
	 * @param reader reads the document
	 * @param exchange sends the request; must not follow redirects
	 * @param settings how long the document is used
	 * @param clock the clock to compare with times of other machines
	 * @param events takes what the reader reports
	 */
	public DocumentInspector(DocumentReader<T> reader, BoundedExchange exchange, DocumentSettings settings, Clock clock,
			EventPublisher events) {
		this.reader = reader;
		this.settings = settings;
		this.fetcher = new DocumentFetcher<>(reader, exchange, clock);
		this.reporter = new DocumentReporter(reader, PrintableUrl.of(reader.url()), events);
	}

	/**
	 * Request and read the document, which may be one that must not be used.
	 * @return the document; fails with the exception of the reader, whose cause is a
	 * {@link DocumentFailure}
	 */
	public Mono<InspectedDocument<T>> inspect() {
		return this.fetcher.fetch()
			.map((response) -> InspectedDocument.of(this.reader.read(response.members()), this.reader.url(), response,
					this.settings))
			.onErrorMap(this::exception);
	}

	/**
	 * Check whether the document may be used.
	 * @param document the document
	 * @throws PlatformException if it must not, with a {@link DocumentFailure} as cause
	 */
	public void verify(T document) {
		try {
			this.reader.check(document);
		}
		catch (DocumentFailure ex) {
			throw exception(ex);
		}
	}

	private PlatformException exception(Throwable ex) {
		return this.reporter.exception(this.fetcher.reason(ex));
	}

}
