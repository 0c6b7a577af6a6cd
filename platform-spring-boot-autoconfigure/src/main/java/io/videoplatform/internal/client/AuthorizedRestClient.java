package io.videoplatform.internal.client;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * A {@code RestClient} whose requests carry a token whatever becomes of its builder: any
 * request factory that is set on the way, as tests do, is put under the authorization.
 */
final class AuthorizedRestClient implements RestClient {

	private final RestClient delegate;

	private final BearerTokenInterceptor authorization;

	private AuthorizedRestClient(RestClient delegate, BearerTokenInterceptor authorization) {
		this.delegate = delegate;
		this.authorization = authorization;
	}

	/**
	 * Return a builder of clients with a token.
	 * @param builder the builder that it is based on
	 * @param factory creates the requests
	 * @param authorization sends them
	 */
	static RestClient.Builder builder(RestClient.Builder builder, ClientHttpRequestFactory factory,
			BearerTokenInterceptor authorization) {
		return authorized(builder, authorization).requestFactory(factory);
	}

	private static RestClient.Builder authorized(RestClient.Builder builder, BearerTokenInterceptor authorization) {
		return (RestClient.Builder) Proxy.newProxyInstance(AuthorizedRestClient.class.getClassLoader(),
				new Class<?>[] { RestClient.Builder.class },
				(proxy, method, args) -> invoke((RestClient.Builder) proxy, builder, authorization, method, args));
	}

	@SuppressWarnings("unchecked")
	private static @Nullable Object invoke(RestClient.Builder proxy, RestClient.Builder builder,
			BearerTokenInterceptor authorization, Method method, @Nullable Object @Nullable [] args) throws Throwable {
		if (method.getName().equals("apply") && args != null && args[0] != null) {
			((Consumer<RestClient.Builder>) args[0]).accept(proxy);
			return proxy;
		}
		Object result;
		if (method.getName().equals("requestFactory") && args != null && args[0] != null) {
			result = builder
				.requestFactory(new BearerTokenRequestFactory((ClientHttpRequestFactory) args[0], authorization));
		}
		else {
			result = delegate(builder, method, args);
		}
		if (result == builder) {
			return proxy;
		}
		if (result instanceof RestClient.Builder copy) {
			return authorized(copy, authorization);
		}
		return (result instanceof RestClient client) ? new AuthorizedRestClient(client, authorization) : result;
	}

	private static @Nullable Object delegate(RestClient.Builder builder, Method method,
			@Nullable Object @Nullable [] args) throws Throwable {
		try {
			return method.invoke(builder, args);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
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
		return authorized(this.delegate.mutate(), this.authorization);
	}

}
