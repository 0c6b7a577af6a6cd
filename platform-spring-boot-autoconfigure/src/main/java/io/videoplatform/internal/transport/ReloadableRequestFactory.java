package io.videoplatform.internal.transport;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.AbstractStreamingClientHttpRequest;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;

/**
 * A request factory whose HTTP client is replaced. A request uses its client from when it
 * is sent until the response is closed: one that is never sent uses none.
 *
 * @param clients the client as it is now
 */
record ReloadableRequestFactory(
		ReloadableHttpClient<ClientHttpRequestFactory> clients) implements ClientHttpRequestFactory {

	@Override
	public ClientHttpRequest createRequest(URI uri, HttpMethod method) throws IOException {
		OpenHttpClient<ClientHttpRequestFactory> client = this.clients.current();
		return client.isCounted() ? new CountedRequest(this.clients, uri, method)
				: client.client().createRequest(uri, method);
	}

	/**
	 * A request that begins the use of a client when it is sent.
	 */
	private static final class CountedRequest extends AbstractStreamingClientHttpRequest {

		private final ReloadableHttpClient<ClientHttpRequestFactory> clients;

		private final URI uri;

		private final HttpMethod method;

		CountedRequest(ReloadableHttpClient<ClientHttpRequestFactory> clients, URI uri, HttpMethod method) {
			this.clients = clients;
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
			OpenHttpClient<ClientHttpRequestFactory> client = this.clients.acquire();
			Runnable release = client.releaseOnce();
			boolean responded = false;
			try {
				ClientHttpRequest request = client.client().createRequest(this.uri, this.method);
				request.getHeaders().putAll(headers);
				request.getAttributes().putAll(getAttributes());
				write(request, body);
				ClientHttpResponse response = new CountedResponse(request.execute(), release);
				responded = true;
				return response;
			}
			finally {
				if (!responded) {
					release.run();
				}
			}
		}

		private static void write(ClientHttpRequest request, @Nullable Body body) throws IOException {
			if (body != null && request instanceof StreamingHttpOutputMessage streaming) {
				streaming.setBody(body);
			}
			else if (body != null) {
				body.writeTo(request.getBody());
			}
		}

	}

	/**
	 * A response that ends the use of its client.
	 *
	 * @param response the response
	 * @param release ends the use
	 */
	private record CountedResponse(ClientHttpResponse response, Runnable release) implements ClientHttpResponse {

		@Override
		public HttpStatusCode getStatusCode() throws IOException {
			return this.response.getStatusCode();
		}

		@Override
		public String getStatusText() throws IOException {
			return this.response.getStatusText();
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.response.getHeaders();
		}

		@Override
		public InputStream getBody() throws IOException {
			return this.response.getBody();
		}

		@Override
		public void close() {
			try {
				this.response.close();
			}
			finally {
				this.release.run();
			}
		}

	}

}
