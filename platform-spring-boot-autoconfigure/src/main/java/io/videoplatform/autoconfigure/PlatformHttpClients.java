package io.videoplatform.autoconfigure;

import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.internal.client.ClientBuilders;
import io.videoplatform.internal.http.AddressGuard;
import io.videoplatform.internal.http.BoundedExchange;
import org.eclipse.jetty.http.HttpCookieStore;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpCookieHandling;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.InetAddressFilter;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JdkClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JettyClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The HTTP clients of discovery, token requests and the API, all made from Boot's
 * settings (proxy, SSL bundle, timeouts). None of them follows redirects or keeps
 * cookies: a cookie of one user's response would be sent with the next user's request.
 */
final class PlatformHttpClients {

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	private static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

	private static final Duration DEADLINE = Duration.ofSeconds(10);

	private static final DataSize LIMIT = DataSize.ofMegabytes(1);

	private static final boolean REACTOR_NETTY = ClassUtils.isPresent("reactor.netty.http.client.HttpClient",
			PlatformHttpClients.class.getClassLoader());

	private final ClientHttpConnectorBuilder<?> connectors;

	private final HttpClientSettings settings;

	private final ObservationRegistry observations;

	private final @Nullable HttpProxy proxy;

	private final @Nullable ReloadableBundle bundle;

	private final boolean followsRedirects;

	PlatformHttpClients(ClientHttpConnectorBuilder<?> connectors, HttpClientSettings settings,
			ObservationRegistry observations, @Nullable HttpProxy proxy) {
		this((proxy != null) ? proxy.setOnConnectors(restricted(connectors)) : restricted(connectors),
				restricted(settings), observations, proxy, null, settings.redirects() != HttpRedirects.DONT_FOLLOW);
	}

	private PlatformHttpClients(ClientHttpConnectorBuilder<?> connectors, HttpClientSettings settings,
			ObservationRegistry observations, @Nullable HttpProxy proxy, @Nullable ReloadableBundle bundle,
			boolean followsRedirects) {
		this.connectors = connectors;
		this.proxy = proxy;
		this.settings = settings;
		this.observations = observations;
		this.bundle = bundle;
		this.followsRedirects = followsRedirects;
	}

	/**
	 * Whether redirects within the API's origin are followed, which the clients do by
	 * themselves.
	 */
	boolean followsRedirects() {
		return this.followsRedirects;
	}

	/**
	 * Return clients that use another SSL bundle.
	 * @param other the bundle, or {@code null} for that of Boot's settings
	 */
	PlatformHttpClients secured(@Nullable ReloadableBundle other) {
		return (other != null) ? new PlatformHttpClients(this.connectors, this.settings, this.observations, this.proxy,
				other, this.followsRedirects) : this;
	}

	/**
	 * Return clients that authenticate by the key of a bundle and trust whom these trust.
	 */
	PlatformHttpClients authenticated(ReloadableBundle keys) {
		SslBundle general = this.settings.sslBundle();
		ReloadableBundle fixed = (general != null) ? new ReloadableBundle.Fixed(general) : null;
		return secured(ReloadableBundle.combine(keys, (this.bundle != null) ? this.bundle : fixed));
	}

	/**
	 * Build the exchange for discovery or token requests. Each request has a connection
	 * of its own and is sent once: when a pooled connection breaks, it is unknown whether
	 * the request or its response was lost, and Reactor Netty would silently send it
	 * again.
	 * @param addresses the addresses that may be reached, or {@code null} for all
	 */
	BoundedExchange exchange(@Nullable AddressGuard addresses) {
		HttpClientSettings bounded = this.settings.withTimeouts(
				Objects.requireNonNullElse(this.settings.connectTimeout(), CONNECT_TIMEOUT),
				Objects.requireNonNullElse(this.settings.readTimeout(), READ_TIMEOUT));
		WebClient client = WebClient.builder()
			.clientConnector(connector(sendingOnce(this.connectors), bounded.withInetAddressFilter(filter(addresses))))
			.observationRegistry(this.observations)
			.build();
		return new BoundedExchange(client, DEADLINE, LIMIT);
	}

	/**
	 * Build a connector for the API from other settings. An SSL bundle of theirs comes
	 * before that of these clients.
	 */
	ClientHttpConnector api(HttpClientSettings settings) {
		return connector(this.connectors, restricted(settings));
	}

	/**
	 * Return what builds the clients of the API. Their engines are shared; that of the
	 * {@code RestClient}s is built with the first of them.
	 * @param addresses the addresses that may be reached, or {@code null} for all
	 */
	ClientBuilders apiClients(@Nullable AddressGuard addresses, WebClient.Builder webClient,
			Supplier<ClientHttpRequestFactoryBuilder<?>> factories,
			Supplier<List<PlatformClientCustomizer>> customizers) {
		HttpClientSettings settings = this.settings.withInetAddressFilter(filter(addresses));
		ClientHttpConnector connector = connector(this.connectors, settings);
		Supplier<ClientHttpRequestFactory> factory = SingletonSupplier
			.of(() -> requestFactory(factories.get(), settings));
		return new ClientBuilders(() -> webClient.clone().clientConnector(connector), factory, customizers,
				this.observations);
	}

	/**
	 * Build a request factory for the API from other settings, as {@link #api} does.
	 */
	ClientHttpRequestFactory requestFactory(ClientHttpRequestFactoryBuilder<?> factories, HttpClientSettings settings) {
		ClientHttpRequestFactoryBuilder<?> restricted = RestrictedRequestFactories.restricted(factories);
		ClientHttpRequestFactoryBuilder<?> builder = (this.proxy != null) ? this.proxy.setOnFactories(restricted)
				: restricted;
		ReloadableBundle reloadable = bundle(settings);
		if (reloadable == null) {
			return builder.build(restricted(settings));
		}
		Reloadable<ClientHttpRequestFactory> current = new Reloadable<>(reloadable,
				(ssl) -> builder.build(restricted(settings).withSslBundle(ssl)));
		return (uri, method) -> current.get().createRequest(uri, method);
	}

	private ClientHttpConnector connector(ClientHttpConnectorBuilder<?> builder, HttpClientSettings settings) {
		ReloadableBundle reloadable = bundle(settings);
		if (reloadable == null) {
			return builder.build(settings);
		}
		Reloadable<ClientHttpConnector> current = new Reloadable<>(reloadable,
				(ssl) -> builder.build(settings.withSslBundle(ssl)));
		return (method, uri, callback) -> current.get().connect(method, uri, callback);
	}

	/**
	 * Return the bundle of these clients, unless settings have one of their own.
	 */
	private @Nullable ReloadableBundle bundle(HttpClientSettings settings) {
		return (settings.sslBundle() == this.settings.sslBundle()) ? this.bundle : null;
	}

	/**
	 * Behind a proxy every connection leads to that, and only it knows the addresses of
	 * hosts.
	 */
	private @Nullable InetAddressFilter filter(@Nullable AddressGuard addresses) {
		InetAddressFilter users = this.settings.inetAddressFilter();
		return (addresses != null && this.proxy == null) ? new GuardedAddresses(users, addresses) : users;
	}

	/**
	 * Return settings with which no redirects are followed and no cookies are kept.
	 */
	static HttpClientSettings restricted(HttpClientSettings settings) {
		return settings.withRedirects(HttpRedirects.DONT_FOLLOW).withCookieHandling(HttpCookieHandling.DISABLE);
	}

	/**
	 * The settings alone are not enough: Boot does not pass all of them to Apache
	 * HttpComponents, and customizers of the application come after them.
	 */
	private static ClientHttpConnectorBuilder<?> restricted(ClientHttpConnectorBuilder<?> connectors) {
		if (connectors instanceof JdkClientHttpConnectorBuilder jdk) {
			return jdk.withHttpClientCustomizer(
					(client) -> client.cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_NONE))
						.followRedirects(Redirect.NEVER));
		}
		if (connectors instanceof HttpComponentsClientHttpConnectorBuilder) {
			return HttpComponents.restricted(connectors);
		}
		if (connectors instanceof JettyClientHttpConnectorBuilder) {
			return Jetty.restricted(connectors);
		}
		return REACTOR_NETTY ? ReactorNetty.restricted(connectors) : connectors;
	}

	private static ClientHttpConnectorBuilder<?> sendingOnce(ClientHttpConnectorBuilder<?> connectors) {
		return REACTOR_NETTY ? ReactorNetty.sendingOnce(connectors) : connectors;
	}

	/**
	 * Kept apart because Reactor Netty may be absent.
	 */
	private static final class ReactorNetty {

		static ClientHttpConnectorBuilder<?> restricted(ClientHttpConnectorBuilder<?> connectors) {
			return (connectors instanceof ReactorClientHttpConnectorBuilder reactor)
					? reactor.withHttpClientCustomizer((client) -> client.followRedirect(false)) : connectors;
		}

		static ClientHttpConnectorBuilder<?> sendingOnce(ClientHttpConnectorBuilder<?> connectors) {
			return (connectors instanceof ReactorClientHttpConnectorBuilder reactor)
					? reactor.withHttpClientFactory(() -> HttpClient.create(ConnectionProvider.newConnection()))
						.withHttpClientCustomizer((client) -> client.disableRetry(true))
					: connectors;
		}

	}

	/**
	 * Kept apart because Apache HttpComponents may be absent.
	 */
	private static final class HttpComponents {

		static ClientHttpConnectorBuilder<?> restricted(ClientHttpConnectorBuilder<?> connectors) {
			return ((HttpComponentsClientHttpConnectorBuilder) connectors)
				.withHttpClientCustomizer((client) -> client.disableCookieManagement().disableRedirectHandling());
		}

	}

	/**
	 * Kept apart because Jetty's client may be absent.
	 */
	private static final class Jetty {

		static ClientHttpConnectorBuilder<?> restricted(ClientHttpConnectorBuilder<?> connectors) {
			return ((JettyClientHttpConnectorBuilder) connectors).withHttpClientCustomizer((client) -> {
				client.setHttpCookieStore(new HttpCookieStore.Empty());
				client.setFollowRedirects(false);
			});
		}

	}

	/**
	 * Applies an {@link AddressGuard} where connections are opened, after the
	 * application's own filter. Both get all that is known of the address, the host name
	 * included.
	 *
	 * @param filter the application's filter
	 * @param guard the guard
	 */
	private record GuardedAddresses(@Nullable InetAddressFilter filter,
			AddressGuard guard) implements InetAddressFilter {

		@Override
		public boolean matches(InetSocketAddress address) {
			return (this.filter == null || this.filter.matches(address)) && this.guard.allows(address);
		}

		@Override
		public boolean matches(InetAddress address) {
			return (this.filter == null || this.filter.matches(address))
					&& this.guard.allows(new InetSocketAddress(address, 0));
		}

	}

}
