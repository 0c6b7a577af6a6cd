package io.videoplatform.internal.client;

import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpRequest;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * Which request factories a {@code RestClient} may have that carries a token: ours, which
 * follows no redirects and reaches no address that is filtered; one that is written by
 * the application or a test; or an engine that is set for this client on purpose.
 */
public final class RestClientTransport {

	private static final String ENGINES = ClientHttpRequestFactory.class.getPackageName();

	private static final Set<String> BASE_URL = Set.of("baseUrl", "uriBuilderFactory");

	private RestClientTransport() {
	}

	/**
	 * Return a builder of clients whose requests carry a token within all interceptors,
	 * whatever becomes of its request factory.
	 * @param factory creates the requests
	 * @param authorizations returns what sends a request
	 * @return the builder
	 */
	public static RestClient.Builder authorized(ClientHttpRequestFactory factory,
			Function<HttpRequest, BearerTokenInterceptor> authorizations) {
		return AuthorizedRestClient.builder(RestClient.builder(), factory, authorizations);
	}

	/**
	 * Return a builder that keeps its engine: no other of Spring's request factories
	 * replaces it, though one written by the application or a test does. What customizes
	 * all of an application's clients alike gets this one.
	 * @param builder the builder, whose request factory is set
	 * @param ignored called when another engine is not set
	 * @return a view of the builder
	 */
	public static RestClient.Builder kept(RestClient.Builder builder, Runnable ignored) {
		return new RestClientBuilderProxy(builder, engine(ignored), UnaryOperator.identity()).create();
	}

	/**
	 * Return a builder that keeps its engine and its base URL, which a
	 * {@code UriBuilderFactory} would replace, too.
	 * @param builder the builder, whose request factory and base URL are set
	 * @param ignored called when another engine is not set
	 * @return a view of the builder
	 */
	public static RestClient.Builder keptWithBaseUrl(RestClient.Builder builder, Runnable ignored) {
		return new RestClientBuilderProxy(builder, engine(ignored), UnaryOperator.identity(), BASE_URL).create();
	}

	private static Function<ClientHttpRequestFactory, @Nullable ClientHttpRequestFactory> engine(Runnable ignored) {
		return (factory) -> {
			if (!isEngine(unwrapped(factory).getClass())) {
				return factory;
			}
			ignored.run();
			return null;
		};
	}

	/**
	 * Return a builder whose request factory can be replaced on purpose.
	 * @param builder a builder, as it is or as {@link #kept} has returned it
	 * @return a view of the builder
	 */
	public static RestClient.Builder replaceable(RestClient.Builder builder) {
		RestClientBuilderProxy proxy = RestClientBuilderProxy.of(builder);
		return new RestClientBuilderProxy((proxy != null) ? proxy.builder() : builder, RestClientTransport::checked,
				UnaryOperator.identity())
			.create();
	}

	/**
	 * Refuse what is known to follow redirects by itself. Engines do not show whether
	 * they do.
	 * @param factory the request factory
	 * @return the same
	 * @throws IllegalArgumentException if it follows redirects
	 */
	static ClientHttpRequestFactory checked(ClientHttpRequestFactory factory) {
		if (unwrapped(factory).getClass() == SimpleClientHttpRequestFactory.class) {
			throw new IllegalArgumentException(
					"A SimpleClientHttpRequestFactory follows redirects by itself and would take the token to other hosts:"
							+ " set another request factory, whose client follows none");
		}
		return factory;
	}

	/**
	 * Return whether a type is one of Spring's request factories or extends one.
	 */
	private static boolean isEngine(@Nullable Class<?> type) {
		return type != null && (type.getPackageName().equals(ENGINES) || isEngine(type.getSuperclass()));
	}

	private static ClientHttpRequestFactory unwrapped(ClientHttpRequestFactory factory) {
		ClientHttpRequestFactory unwrapped = factory;
		while (unwrapped instanceof AbstractClientHttpRequestFactoryWrapper wrapper) {
			unwrapped = wrapper.getDelegate();
		}
		return unwrapped;
	}

}
