package io.videoplatform.internal.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
 * followed here; the {@link WebClient} must not follow any either. Observations know a
 * request by a URI template: the URLs are discovered, and of no bounded number.
 *
 * @param client sends requests
 * @param deadline the time that an exchange may take
 * @param limit the size that a response may have
 */
public record BoundedExchange(WebClient client, Duration deadline, DataSize limit) {

	/**
	 * Where {@link WebClient} keeps the template of a URI, which it has no parameter for
	 * beside an encoded URI.
	 */
	private static final String URI_TEMPLATE = WebClient.class.getName() + ".uriTemplate";

	private static final Duration EXPLANATION = Duration.ofSeconds(2);

	/**
	 * Send a GET request.
	 * @return the response, whatever its status; fails with an
	 * {@link ExchangeFailedException} or a {@link MalformedResponseException}
	 */
	public Mono<BoundedResponse> get(URI url, String uriTemplate, Consumer<HttpHeaders> headers) {
		return exchange(HttpMethod.GET, url, uriTemplate, headers, null);
	}

	/**
	 * Send a POST request.
	 * @return the response, whatever its status; fails with an
	 * {@link ExchangeFailedException} or a {@link MalformedResponseException}
	 */
	public Mono<BoundedResponse> post(URI url, String uriTemplate, Consumer<HttpHeaders> headers, String body) {
		// As bytes: Spring's encoder of text logs what it writes
		return exchange(HttpMethod.POST, url, uriTemplate, headers, body.getBytes(StandardCharsets.UTF_8));
	}

	private Mono<BoundedResponse> exchange(HttpMethod method, URI url, String uriTemplate,
			Consumer<HttpHeaders> headers, byte @Nullable [] body) {
		return Mono.defer(() -> {
			AtomicBoolean sent = new AtomicBoolean();
			WebClient.RequestBodySpec request = this.client.method(method)
				.uri(url)
				.attribute(URI_TEMPLATE, uriTemplate)
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
