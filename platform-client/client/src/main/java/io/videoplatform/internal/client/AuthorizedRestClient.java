package io.videoplatform.internal.client;

import java.util.function.UnaryOperator;

import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;

/**
 * A {@code RestClient} whose copies carry a token, too. Written out, because a proxy
 * would cost a call more time than its token does.
 */
final class AuthorizedRestClient implements RestClient {

	private final RestClient delegate;

	private final UnaryOperator<Builder> authorization;

	/**
	 * Create a new instance.
	 * @param delegate a client whose requests carry a token
	 * @param authorization makes builders of such clients of those that the delegate
	 * returns
	 */
	AuthorizedRestClient(RestClient delegate, UnaryOperator<Builder> authorization) {
		this.delegate = delegate;
		this.authorization = authorization;
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
		return this.authorization.apply(this.delegate.mutate());
	}

}
