package io.videoplatform.internal.client;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpRequest;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.util.Assert;
import org.springframework.web.client.RestClient;

/**
 * A builder of {@code RestClient}s whose requests carry a token within all interceptors,
 * whatever becomes of it: each request factory that is set on it, on its copies or on
 * those of its clients, as tests do, is put under the authorization. Until it is
 * released, it keeps its engine: what customizes all of an application's clients alike
 * may set no other of Spring's request factories.
 */
public final class AuthorizedRestClientBuilder implements InvocationHandler {

	private static final String ENGINES = ClientHttpRequestFactory.class.getPackageName();

	private final RestClient.Builder delegate;

	private final Function<HttpRequest, BearerTokenInterceptor> authorizations;

	private @Nullable Runnable ignored;

	private AuthorizedRestClientBuilder(RestClient.Builder delegate,
			Function<HttpRequest, BearerTokenInterceptor> authorizations, @Nullable Runnable ignored) {
		this.delegate = delegate;
		this.authorizations = authorizations;
		this.ignored = ignored;
	}

	/**
	 * Create a builder that keeps its engine.
	 * @param factory creates the requests
	 * @param authorizations returns what sends a request
	 * @param ignored called when another engine is not set
	 */
	public static RestClient.Builder create(ClientHttpRequestFactory factory,
			Function<HttpRequest, BearerTokenInterceptor> authorizations, Runnable ignored) {
		RestClient.Builder builder = RestClient.builder()
			.requestFactory(new BearerTokenRequestFactory(factory, authorizations));
		return new AuthorizedRestClientBuilder(builder, authorizations, ignored).proxy();
	}

	private RestClient.Builder proxy() {
		return (RestClient.Builder) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { RestClient.Builder.class }, this);
	}

	/**
	 * Let the engine of a builder be replaced on purpose.
	 */
	public static void release(RestClient.Builder builder) {
		if (Proxy.isProxyClass(builder.getClass())
				&& Proxy.getInvocationHandler(builder) instanceof AuthorizedRestClientBuilder authorized) {
			authorized.ignored = null;
		}
	}

	@Override
	@SuppressWarnings("unchecked")
	public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args) throws Throwable {
		Object argument = (args != null && args.length == 1) ? args[0] : null;
		switch (method.getName()) {
			case "equals":
				return proxy == argument;
			case "apply":
				((Consumer<Object>) Objects.requireNonNull(argument)).accept(proxy);
				return proxy;
			case "requestFactory":
				setRequestFactory((ClientHttpRequestFactory) argument);
				return proxy;
			default:
				return authorized(proxy, delegate(method, args));
		}
	}

	private @Nullable Object authorized(Object proxy, @Nullable Object result) {
		if (result == this.delegate) {
			return proxy;
		}
		if (result instanceof RestClient client) {
			return new AuthorizedRestClient(client, this::authorized);
		}
		return (result instanceof RestClient.Builder other) ? authorized(other) : result;
	}

	private RestClient.Builder authorized(RestClient.Builder other) {
		return new AuthorizedRestClientBuilder(other, this.authorizations, this.ignored).proxy();
	}

	/**
	 * Engines do not show whether they follow redirects, which would take the token to
	 * other hosts. One always does.
	 */
	private void setRequestFactory(@Nullable ClientHttpRequestFactory factory) {
		Assert.notNull(factory, "'requestFactory' must not be null: leave the call out to keep the one that is set");
		Class<?> engine = unwrapped(factory).getClass();
		if (this.ignored != null && isEngine(engine)) {
			this.ignored.run();
			return;
		}
		Assert.isTrue(engine != SimpleClientHttpRequestFactory.class,
				"A SimpleClientHttpRequestFactory follows redirects by itself and would take the token to other hosts:"
						+ " set another request factory, whose client follows none");
		this.delegate.requestFactory(new BearerTokenRequestFactory(factory, this.authorizations));
	}

	private static ClientHttpRequestFactory unwrapped(ClientHttpRequestFactory factory) {
		return (factory instanceof AbstractClientHttpRequestFactoryWrapper wrapper) ? unwrapped(wrapper.getDelegate())
				: factory;
	}

	/**
	 * Return whether a type is one of Spring's request factories or extends one.
	 */
	private static boolean isEngine(@Nullable Class<?> type) {
		return type != null && (type.getPackageName().equals(ENGINES) || isEngine(type.getSuperclass()));
	}

	private @Nullable Object delegate(Method method, @Nullable Object @Nullable [] args) throws Throwable {
		try {
			return method.invoke(this.delegate, args);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
