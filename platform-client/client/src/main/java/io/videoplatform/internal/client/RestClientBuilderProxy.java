package io.videoplatform.internal.client;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.Assert;
import org.springframework.web.client.RestClient;

/**
 * A builder of {@code RestClient}s that decides what becomes of each request factory that
 * is set on it or on its copies, and ignores some of its methods. All else is done by the
 * builder below.
 *
 * @param builder the builder below
 * @param factories returns the request factory to set instead of another, or {@code null}
 * to keep the one that is set
 * @param clients returns the client to use instead of one that the builder below has
 * built
 * @param ignored the names of methods that change nothing
 */
record RestClientBuilderProxy(RestClient.Builder builder,
		Function<ClientHttpRequestFactory, @Nullable ClientHttpRequestFactory> factories,
		UnaryOperator<RestClient> clients, Set<String> ignored) implements InvocationHandler {

	RestClientBuilderProxy(RestClient.Builder builder,
			Function<ClientHttpRequestFactory, @Nullable ClientHttpRequestFactory> factories,
			UnaryOperator<RestClient> clients) {
		this(builder, factories, clients, Set.of());
	}

	RestClient.Builder create() {
		return (RestClient.Builder) Proxy.newProxyInstance(RestClientBuilderProxy.class.getClassLoader(),
				new Class<?>[] { RestClient.Builder.class }, this);
	}

	/**
	 * Return what is behind a builder, or {@code null} if it is none of these proxies.
	 */
	static @Nullable RestClientBuilderProxy of(RestClient.Builder builder) {
		return (Proxy.isProxyClass(builder.getClass())
				&& Proxy.getInvocationHandler(builder) instanceof RestClientBuilderProxy proxy) ? proxy : null;
	}

	@Override
	@SuppressWarnings("unchecked")
	public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args) throws Throwable {
		if (this.ignored.contains(method.getName())) {
			return proxy;
		}
		if (method.getName().equals("apply") && args != null && args[0] != null) {
			((Consumer<RestClient.Builder>) args[0]).accept((RestClient.Builder) proxy);
			return proxy;
		}
		if (method.getName().equals("requestFactory") && args != null) {
			setRequestFactory((ClientHttpRequestFactory) args[0]);
			return proxy;
		}
		Object result = delegate(method, args);
		if (result == this.builder) {
			return proxy;
		}
		if (result instanceof RestClient.Builder copy) {
			return new RestClientBuilderProxy(copy, this.factories, this.clients, this.ignored).create();
		}
		return (result instanceof RestClient client) ? this.clients.apply(client) : result;
	}

	private void setRequestFactory(@Nullable ClientHttpRequestFactory factory) {
		Assert.notNull(factory, "'requestFactory' must not be null: leave the call out to keep the one that is set");
		ClientHttpRequestFactory used = this.factories.apply(factory);
		if (used != null) {
			this.builder.requestFactory(used);
		}
	}

	private @Nullable Object delegate(Method method, @Nullable Object @Nullable [] args) throws Throwable {
		try {
			return method.invoke(this.builder, args);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
