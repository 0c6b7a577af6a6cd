package io.videoplatform.internal.client;

import java.io.IOException;
import java.net.URI;
import java.util.function.Function;

import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * Creates requests that carry a token when they are sent, within all interceptors. Unlike
 * an interceptor it need not hold a body in memory.
 *
 * @param delegate creates the requests that are sent
 * @param authorizations returns what sends a request
 */
record BearerTokenRequestFactory(ClientHttpRequestFactory delegate,
		Function<HttpRequest, BearerTokenInterceptor> authorizations) implements ClientHttpRequestFactory {

	/**
	 * Create a request. Where it leads is what the delegate says, except for user
	 * information, which Jetty leaves out.
	 */
	@Override
	public ClientHttpRequest createRequest(URI uri, HttpMethod method) throws IOException {
		ClientHttpRequest request = this.delegate.createRequest(uri, method);
		return new BearerTokenClientHttpRequest(this, (uri.getRawUserInfo() != null) ? uri : request.getURI(), request);
	}

	ClientHttpRequest createCopy(ClientHttpRequest request, URI url) throws IOException {
		ClientHttpRequest copy = this.delegate.createRequest(url, request.getMethod());
		copy.getHeaders().putAll(request.getHeaders());
		copy.getAttributes().putAll(request.getAttributes());
		return copy;
	}

}
