package io.videoplatform.internal.client;

import java.util.function.Function;

import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.web.client.RestClient;

/**
 * A {@code RestClient} whose copies carry the token, too.
 */
final class AuthorizedRestClient implements RestClient {

	private final RestClient delegate;

	private final Function<HttpRequest, BearerTokenInterceptor> authorizations;

	AuthorizedRestClient(RestClient delegate, Function<HttpRequest, BearerTokenInterceptor> authorizations) {
		this.delegate = delegate;
		this.authorizations = authorizations;
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
		return AuthorizedRestClientBuilder.of(this.delegate.mutate(), this.authorizations, null);
	}

}
