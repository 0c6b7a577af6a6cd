package io.videoplatform.internal.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * One request and its whole response, within a deadline and a size. No redirect is
 * followed here; the {@link WebClient} must not follow any either.
 */
public final class BoundedExchange {

	/**
	 * Where {@link WebClient} keeps the template of a URI, which it has no parameter for
	 * beside an encoded URI.
	 */
	private static final String URI_TEMPLATE = WebClient.class.getName() + ".uriTemplate";

	private static final Duration EXPLANATION = Duration.ofSeconds(2);

	private final WebClient client;

	private final Duration deadline;

	private final DataSize limit;

	private final @Nullable String uriTemplate;

	public BoundedExchange(WebClient client, Duration deadline, DataSize limit) {
		this(client, deadline, limit, null);
	}

	private BoundedExchange(WebClient client, Duration deadline, DataSize limit, @Nullable String uriTemplate) {
		this.client = client;
		this.deadline = deadline;
		this.limit = limit;
		this.uriTemplate = uriTemplate;
	}

	/**
	 * Return the same exchange for requests that observations know by a URI template: the
	 * URLs are discovered, and of no bounded number.
	 */
	public BoundedExchange observedAs(String uriTemplate) {
		return new BoundedExchange(this.client, this.deadline, this.limit, uriTemplate);
	}

	/**
	 * Return the time that an exchange may take.
	 */
	public Duration deadline() {
		return this.deadline;
	}

	/**
	 * Send a GET request.
	 * @return the response, whatever its status; fails with an
	 * {@link ExchangeFailedException} or a {@link MalformedResponseException}
	 */
	public Mono<BoundedResponse> get(URI url, Consumer<HttpHeaders> headers) {
		return exchange(HttpMethod.GET, url, headers, null);
	}

	/**
	 * Send a POST request.
	 * @return the response, whatever its status; fails with an
	 * {@link ExchangeFailedException} or a {@link MalformedResponseException}
	 */
	public Mono<BoundedResponse> post(URI url, Consumer<HttpHeaders> headers, String body) {
		// As bytes: Spring's encoder of text logs what it writes
		return exchange(HttpMethod.POST, url, headers, body.getBytes(StandardCharsets.UTF_8));
	}

	private Mono<BoundedResponse> exchange(HttpMethod method, URI url, Consumer<HttpHeaders> headers,
			byte @Nullable [] body) {
		return Mono.defer(() -> {
			AtomicBoolean sent = new AtomicBoolean();
			WebClient.RequestBodySpec request = this.client.method(method)
				.uri(url)
				.attributes(this::addUriTemplate)
				// Exceptions and observations keep the headers of WebClient's request
				.httpRequest((written) -> {
					headers.accept(written.getHeaders());
					sent.set(true);
				});
			WebClient.RequestHeadersSpec<?> complete = (body != null) ? request.bodyValue(body) : request;
			return complete.exchangeToMono(this::read)
				.timeout(this.deadline, Mono.error(() -> overdue(sent.get())))
				.onErrorMap((ex) -> !isOwn(ex), (ex) -> ExchangeFailedException.of(ex, sent.get()));
		});
	}

	private void addUriTemplate(Map<String, Object> attributes) {
		if (this.uriTemplate != null) {
			attributes.put(URI_TEMPLATE, this.uriTemplate);
		}
	}

	/**
	 * Read a response. The page of an error explains a status that counts without it: a
	 * page that cannot be read soon is left out. The errors of OAuth 2.0 are in the body
	 * (RFC 6749, section 5.2).
	 */
	private Mono<BoundedResponse> read(ClientResponse response) {
		int status = response.statusCode().value();
		HttpHeaders headers = response.headers().asHttpHeaders();
		Mono<byte[]> body = body(response);
		Mono<byte[]> timely = (status >= 300 && status != 400 && status != 401) ? body.timeout(EXPLANATION) : body;
		return ((status != 200) ? timely.onErrorComplete(Exception.class::isInstance) : timely)
			.defaultIfEmpty(new byte[0])
			.map((bytes) -> new BoundedResponse(status, headers, bytes));
	}

	/**
	 * Return the body. What is refused is not read on: it may be endless.
	 */
	private Mono<byte[]> body(ClientResponse response) {
		return DataBufferUtils.join(response.body(BodyExtractors.toDataBuffers()), (int) this.limit.toBytes())
			.map(BoundedExchange::bytes)
			.onErrorMap(DataBufferLimitException.class,
					(ex) -> new MalformedResponseException("is larger than %d bytes".formatted(this.limit.toBytes())));
	}

	private static byte[] bytes(DataBuffer buffer) {
		byte[] bytes = new byte[buffer.readableByteCount()];
		buffer.read(bytes);
		DataBufferUtils.release(buffer);
		return bytes;
	}

	private ExchangeFailedException overdue(boolean sent) {
		return new ExchangeFailedException("no complete response within %d ms".formatted(this.deadline.toMillis()),
				sent, new TimeoutException());
	}

	/**
	 * Return whether this is an exception of this class, rather than of the HTTP client.
	 */
	private static boolean isOwn(Throwable failure) {
		return failure instanceof MalformedResponseException || failure instanceof ExchangeFailedException;
	}

}
