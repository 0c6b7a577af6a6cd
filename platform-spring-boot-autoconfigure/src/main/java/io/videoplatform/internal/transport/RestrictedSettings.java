package io.videoplatform.internal.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.AddressFilter;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpCookieHandling;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.InetAddressFilter;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.util.ClassUtils;

/**
 * Settings of HTTP clients that follow no redirects, keep no cookies and reach certain
 * addresses only. Spring Boot 4.0 has no settings for the last two: there, cookies are up
 * to what is set on each engine, and addresses are filtered by Reactor Netty alone.
 */
final class RestrictedSettings {

	private static final boolean REACTOR_NETTY = ClassUtils.isPresent("reactor.netty.http.client.HttpClient",
			RestrictedSettings.class.getClassLoader());

	private static final boolean COMPLETE = ClassUtils
		.isPresent("org.springframework.boot.http.client.InetAddressFilter", RestrictedSettings.class.getClassLoader());

	private RestrictedSettings() {
	}

	/**
	 * Return settings with which no redirects are followed and no cookies are kept.
	 */
	static HttpClientSettings restricted(HttpClientSettings settings) {
		HttpClientSettings restricted = settings.withRedirects(HttpRedirects.DONT_FOLLOW);
		return COMPLETE ? Complete.withoutCookies(restricted) : restricted;
	}

	/**
	 * Return settings with which only those addresses are reached that a filter allows.
	 * @param filter the filter, or {@code null} for all addresses
	 */
	static HttpClientSettings filtered(HttpClientSettings settings, @Nullable AddressFilter filter) {
		return (COMPLETE && filter != null) ? Complete.filtered(settings, filter) : settings;
	}

	/**
	 * Do on an engine what {@link #filtered} cannot do.
	 * @throws PlatformConfigurationException if this engine does not filter addresses
	 */
	static ClientHttpConnectorBuilder<?> filteredConnectors(ClientHttpConnectorBuilder<?> connectors,
			@Nullable AddressFilter filter) {
		if (COMPLETE || filter == null) {
			return connectors;
		}
		if (REACTOR_NETTY && connectors instanceof ReactorClientHttpConnectorBuilder reactor) {
			return reactor.withHttpClientCustomizer((client) -> ReactorNetty.filtered(client, filter));
		}
		throw missingFilter(filter);
	}

	/**
	 * The same for {@code RestClient}s.
	 * @throws PlatformConfigurationException if this engine does not filter addresses
	 */
	static ClientHttpRequestFactoryBuilder<?> filteredFactories(ClientHttpRequestFactoryBuilder<?> factories,
			@Nullable AddressFilter filter) {
		if (COMPLETE || filter == null) {
			return factories;
		}
		if (REACTOR_NETTY && factories instanceof ReactorClientHttpRequestFactoryBuilder reactor) {
			return reactor.withHttpClientCustomizer((client) -> ReactorNetty.filtered(client, filter));
		}
		throw missingFilter(filter);
	}

	private static PlatformConfigurationException missingFilter(AddressFilter filter) {
		boolean foreign = filter.isOfForeignHosts();
		return new PlatformConfigurationException(PlatformError.DEPENDENCY_MISSING,
				foreign ? "platform.roots.nearest-address" : "platform.discovery.address-filter", null,
				"would have no effect: with Spring Boot 4.0, this HTTP client does not filter the addresses of hosts",
				foreign ? "Use Spring Boot 4.1, or Reactor Netty."
						: "Use Spring Boot 4.1, or Reactor Netty, or set the property to 'off'.");
	}

	/**
	 * Kept apart because Spring Boot has these settings since 4.1.
	 */
	private static final class Complete {

		static HttpClientSettings withoutCookies(HttpClientSettings settings) {
			return settings.withCookieHandling(HttpCookieHandling.DISABLE);
		}

		static HttpClientSettings filtered(HttpClientSettings settings, AddressFilter filter) {
			return settings.withInetAddressFilter(new FilteredAddresses(settings.inetAddressFilter(), filter));
		}

	}

	/**
	 * Kept apart because Reactor Netty may be absent.
	 */
	private static final class ReactorNetty {

		static HttpClient filtered(HttpClient client, AddressFilter filter) {
			return client.resolvedAddressesSelector((config, resolved) -> allowed(resolved, filter));
		}

		private static List<? extends SocketAddress> allowed(List<? extends SocketAddress> resolved,
				AddressFilter filter) {
			List<? extends SocketAddress> allowed = resolved.stream()
				.filter((address) -> !(address instanceof InetSocketAddress inet) || filter.allows(inet))
				.toList();
			if (allowed.isEmpty() && !resolved.isEmpty()) {
				throw new FilteredHostException();
			}
			return allowed;
		}

	}

	/**
	 * What Spring Boot throws since 4.1, which is recognised by its name.
	 */
	private static final class FilteredHostException extends IllegalStateException {

		private static final long serialVersionUID = 1L;

		FilteredHostException() {
			super("All addresses of the host are filtered");
		}

	}

	/**
	 * Applies an {@link AddressFilter} where connections are opened, after the
	 * application's own filter. Both get all that is known of the address, the host name
	 * included.
	 *
	 * @param own the application's filter
	 * @param filter the filter
	 */
	private record FilteredAddresses(@Nullable InetAddressFilter own,
			AddressFilter filter) implements InetAddressFilter {

		@Override
		public boolean matches(InetSocketAddress address) {
			return (this.own == null || this.own.matches(address)) && this.filter.allows(address);
		}

		@Override
		public boolean matches(InetAddress address) {
			return (this.own == null || this.own.matches(address))
					&& this.filter.allows(new InetSocketAddress(address, 0));
		}

	}

}
