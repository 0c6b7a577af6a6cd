package io.videoplatform.benchmarks.call;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.AbstractStreamingClientHttpRequest;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Does for a {@code RestClient} what {@link InMemoryExchange} does for a
 * {@code WebClient}.
 */
final class InMemoryRequestFactory implements ClientHttpRequestFactory {

	@Override
	public ClientHttpRequest createRequest(URI uri, HttpMethod method) {
		return new InMemoryBlockingRequest(uri, method);
	}

	/**
	 * A request as an HTTP engine has it, without the engine.
	 */
	private static final class InMemoryBlockingRequest extends AbstractStreamingClientHttpRequest {

		private final URI uri;

		private final HttpMethod method;

		InMemoryBlockingRequest(URI uri, HttpMethod method) {
			this.uri = uri;
			this.method = method;
		}

		@Override
		public HttpMethod getMethod() {
			return this.method;
		}

		@Override
		public URI getURI() {
			return this.uri;
		}

		@Override
		protected ClientHttpResponse executeInternal(HttpHeaders headers, @Nullable Body body) throws IOException {
			if (headers.getFirst(HttpHeaders.AUTHORIZATION) == null || characters(headers) == 0) {
				throw new IllegalStateException("A request went out without a token");
			}
			if (body != null) {
				body.writeTo(OutputStream.nullOutputStream());
			}
			return new InMemoryResponse(new HttpHeaders());
		}

		private static long characters(HttpHeaders headers) {
			long characters = 0;
			for (Map.Entry<String, List<String>> header : headers.headerSet()) {
				for (String value : header.getValue()) {
					characters += header.getKey().length() + value.length();
				}
			}
			return characters;
		}

	}

	/**
	 * A response with status 200 and no body.
	 *
	 * @param getHeaders its headers
	 */
	private record InMemoryResponse(HttpHeaders getHeaders) implements ClientHttpResponse {

		@Override
		public HttpStatusCode getStatusCode() {
			return HttpStatus.OK;
		}

		@Override
		public String getStatusText() {
			return "OK";
		}

		@Override
		public InputStream getBody() {
			return new ByteArrayInputStream(new byte[0]);
		}

		@Override
		public void close() {
			// Nothing is open
		}

	}

}
