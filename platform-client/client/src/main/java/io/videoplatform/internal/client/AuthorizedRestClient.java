package io.videoplatform.internal.client;

import java.util.function.Function;

import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * A {@code RestClient} whose requests carry a token whatever becomes of its builder: any
 * request factory that is set on the way, as tests do, is put under the authorization.
 */
final class AuthorizedRestClient implements RestClient {

	private final RestClient delegate;

	private final Function<HttpRequest, BearerTokenInterceptor> authorizations;

	private AuthorizedRestClient(RestClient delegate, Function<HttpRequest, BearerTokenInterceptor> authorizations) {
		this.delegate = delegate;
		this.authorizations = authorizations;
	}

	/**
	 * Return a builder of clients with a token.
	 * @param builder the builder that it is based on
	 * @param factory creates the requests
	 * @param authorizations returns what sends a request
	 */
	static RestClient.Builder builder(RestClient.Builder builder, ClientHttpRequestFactory factory,
			Function<HttpRequest, BearerTokenInterceptor> authorizations) {
		return authorized(builder, authorizations).requestFactory(factory);
	}

	private static RestClient.Builder authorized(RestClient.Builder builder,
			Function<HttpRequest, BearerTokenInterceptor> authorizations) {
		return new RestClientBuilderProxy(builder,
				(factory) -> new BearerTokenRequestFactory(RestClientTransport.checked(factory), authorizations),
				(client) -> new AuthorizedRestClient(client, authorizations))
			.create();
	}

	@Override
	public RequestHeadersUriSpec<?> get() {
		return this.delegate.get();
	}

	@Override
	public RequestHeadersUriSpec<?> head() {
		return this.delegate.head();
	}

	@Override
	public RequestBodyUriSpec post() {
		return this.delegate.post();
	}

	@Override
	public RequestBodyUriSpec put() {
		return this.delegate.put();
	}

	@Override
	public RequestBodyUriSpec patch() {
		return this.delegate.patch();
	}

	@Override
	public RequestHeadersUriSpec<?> delete() {
		return this.delegate.delete();
	}

	@Override
	public RequestHeadersUriSpec<?> options() {
		return this.delegate.options();
	}

	@Override
	public RequestBodyUriSpec method(HttpMethod method) {
		return this.delegate.method(method);
	}

	@Override
	public Builder mutate() {
		return authorized(this.delegate.mutate(), this.authorizations);
	}

}
