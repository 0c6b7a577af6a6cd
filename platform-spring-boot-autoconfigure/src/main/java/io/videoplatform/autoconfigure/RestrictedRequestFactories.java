package io.videoplatform.autoconfigure;

import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.http.HttpClient.Redirect;

import org.eclipse.jetty.http.HttpCookieStore;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JettyClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.util.ClassUtils;

/**
 * Request factories that follow no redirects and keep no cookies, whatever customizers of
 * the application say, as the connectors of {@link PlatformHttpClients}.
 */
final class RestrictedRequestFactories {

	private static final boolean REACTOR_NETTY = ClassUtils.isPresent("reactor.netty.http.client.HttpClient",
			RestrictedRequestFactories.class.getClassLoader());

	private RestrictedRequestFactories() {
	}

	static ClientHttpRequestFactoryBuilder<?> restricted(ClientHttpRequestFactoryBuilder<?> factories) {
		if (factories instanceof JdkClientHttpRequestFactoryBuilder jdk) {
			return jdk.withHttpClientCustomizer(
					(client) -> client.cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_NONE))
						.followRedirects(Redirect.NEVER));
		}
		if (factories instanceof HttpComponentsClientHttpRequestFactoryBuilder) {
			return HttpComponents.restricted(factories);
		}
		if (factories instanceof JettyClientHttpRequestFactoryBuilder) {
			return Jetty.restricted(factories);
		}
		return REACTOR_NETTY ? ReactorNetty.restricted(factories) : factories;
	}

	/**
	 * Kept apart because Reactor Netty may be absent.
	 */
	private static final class ReactorNetty {

		/**
		 * Bodies are written by threads as the JDK's request factory has them, not by the
		 * few that Reactor shares with the application.
		 */
		static ClientHttpRequestFactoryBuilder<?> restricted(ClientHttpRequestFactoryBuilder<?> factories) {
			return (factories instanceof ReactorClientHttpRequestFactoryBuilder reactor)
					? reactor.withHttpClientCustomizer((client) -> client.followRedirect(false))
						.withCustomizer(
								(factory) -> factory.setExecutor(new SimpleAsyncTaskExecutor("platform-request-")))
					: factories;
		}

	}

	/**
	 * Kept apart because Apache HttpComponents may be absent.
	 */
	private static final class HttpComponents {

		static ClientHttpRequestFactoryBuilder<?> restricted(ClientHttpRequestFactoryBuilder<?> factories) {
			return ((HttpComponentsClientHttpRequestFactoryBuilder) factories)
				.withHttpClientCustomizer((client) -> client.disableCookieManagement().disableRedirectHandling());
		}

	}

	/**
	 * Kept apart because Jetty's client may be absent.
	 */
	private static final class Jetty {

		static ClientHttpRequestFactoryBuilder<?> restricted(ClientHttpRequestFactoryBuilder<?> factories) {
			return ((JettyClientHttpRequestFactoryBuilder) factories).withHttpClientCustomizer((client) -> {
				client.setHttpCookieStore(new HttpCookieStore.Empty());
				client.setFollowRedirects(false);
			});
		}

	}

}
