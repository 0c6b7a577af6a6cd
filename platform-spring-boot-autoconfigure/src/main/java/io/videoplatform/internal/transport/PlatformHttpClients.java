package io.videoplatform.internal.transport;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.client.ClientBuilders;
import io.videoplatform.internal.doctor.TlsManagers;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.HostHttpClients;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.BoundedExchange;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpCookieHandling;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The HTTP clients of discovery and token requests, on Reactor Netty, and those of the
 * API, on the engine of the application's choice, all made from Boot's settings (proxy,
 * SSL bundle, timeouts). None of them follows redirects or keeps cookies: a cookie of one
 * user's response would be sent with the next user's request.
 */
public final class PlatformHttpClients implements HostHttpClients, DisposableBean {

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	/**
	 * How long a server may be silent, unless Boot's settings say it.
	 */
	public static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

	private static final DataSize LIMIT = DataSize.ofMegabytes(1);

	private final ApplicationHttp application;

	private final ReactorClientHttpConnectorBuilder engine;

	private final ClientHttpConnectorBuilder<?> connectors;

	private final HttpClientSettings settings;

	private final @Nullable ReloadableSslBundle bundle;

	/**
	 * The filter for foreign hosts, where no other hosts are reached.
	 */
	private final @Nullable AddressFilter foreignHosts;

	private final @Nullable ConnectionProvider foreignConnections;

	private final Disposable.Composite closed;

	/**
	 * Create a new instance.
	 * @param application what the application has configured
	 * @param bundle the SSL bundle of its settings, if it may be replaced
	 */
	public PlatformHttpClients(ApplicationHttp application, @Nullable ReloadableSslBundle bundle) {
		this.application = application;
		this.engine = ReactorNettyRestriction.sendOnce(application.engine(), application.proxy());
		this.connectors = HttpClientRestrictions.connectors(application.connectors(), application.proxy());
		this.settings = restricted(application.settings());
		this.bundle = bundle;
		this.foreignHosts = null;
		this.foreignConnections = null;
		this.closed = Disposables.composite();
	}

	private PlatformHttpClients(PlatformHttpClients general, @Nullable ReloadableSslBundle bundle,
			@Nullable AddressFilter foreignHosts, @Nullable ConnectionProvider foreignConnections) {
		this.application = general.application;
		this.engine = general.engine;
		this.connectors = (foreignConnections != null
				&& general.connectors instanceof ReactorClientHttpConnectorBuilder reactor)
						? reactor.withHttpClientFactory(() -> HttpClient.create(foreignConnections))
						: general.connectors;
		this.settings = general.settings;
		this.bundle = bundle;
		this.foreignHosts = foreignHosts;
		this.foreignConnections = foreignConnections;
		this.closed = general.closed;
	}

	private static HttpClientSettings restricted(HttpClientSettings settings) {
		return settings.withRedirects(HttpRedirects.DONT_FOLLOW).withCookieHandling(HttpCookieHandling.DISABLE);
	}

	@Override
	public boolean followsRedirects() {
		return this.application.settings().redirects() != HttpRedirects.DONT_FOLLOW;
	}

	@Override
	public AddressFilter.Scope scope(InetAddress address) {
		return AddressNetworks.scope(address);
	}

	@Override
	public @Nullable TlsManagers tlsManagers() {
		if (this.application.proxy() != null) {
			return null;
		}
		SslBundle used = (this.bundle != null) ? this.bundle.get() : this.settings.sslBundle();
		return (used != null)
				? new TlsManagers(used.getManagers().getKeyManagers(), used.getManagers().getTrustManagers())
				: new TlsManagers(null, null);
	}

	@Override
	public ReloadableSslBundle keys(ClientSettings.Ssl ssl) {
		return ReloadableSslBundle.named(ssl, this.application.sslBundles());
	}

	@Override
	public PlatformHttpClients secured(ClientSettings.Ssl ssl) {
		return secured(keys(ssl));
	}

	/**
	 * Return clients that use another SSL bundle, or the same for {@code null}.
	 */
	public PlatformHttpClients secured(@Nullable ReloadableSslBundle other) {
		return (other != null) ? new PlatformHttpClients(this, other, this.foreignHosts, this.foreignConnections)
				: this;
	}

	@Override
	public PlatformHttpClients authenticated(ClientSettings.Ssl ssl) {
		SslBundle general = this.settings.sslBundle();
		ReloadableSslBundle keys = keys(ssl);
		if (this.bundle != null) {
			return secured(keys.trusting(this.bundle));
		}
		return secured((general != null) ? keys.trusting(ReloadableSslBundle.fixed(general)) : keys);
	}

	@Override
	public PlatformHttpClients toForeignHosts(AddressFilter addresses) {
		ConnectionProvider connections = ReactorNettyRestriction.connectionsToManyHosts();
		this.closed.add(connections);
		PlatformHttpClients foreign = new PlatformHttpClients(this, this.bundle, addresses, connections);
		foreign.checkFilter(this.connectors, "reactive.connector");
		return foreign;
	}

	private void checkFilter(Object builder, String property) {
		boolean filters = this.foreignHosts != null && this.application.proxy() == null
				&& !this.foreignHosts.allowsAll();
		if (filters && !HttpClientRestrictions.connectToFilteredAddress(builder)) {
			throw new PlatformConfigurationException("spring.http.clients." + property, null,
					"selects an HTTP client that may connect to another address than the one that was checked,"
							+ " which clients of 'PlatformClients.forRoot' must not",
					"Set the property to 'reactor', or remove it.");
		}
	}

	/**
	 * Each request has a connection of its own: when a pooled connection breaks, it is
	 * unknown whether the request or its response was lost, and Reactor Netty would
	 * silently send it again.
	 */
	@Override
	public BoundedExchange exchange(AddressFilter addresses) {
		HttpClientSettings bounded = this.settings.withTimeouts(
				Objects.requireNonNullElse(this.settings.connectTimeout(), CONNECT_TIMEOUT),
				Objects.requireNonNullElse(this.settings.readTimeout(), READ_TIMEOUT));
		WebClient.Builder client = WebClient.builder()
			.clientConnector(connector(this.engine, filtered(bounded, addresses)))
			.observationRegistry(this.application.observations());
		if (this.foreignHosts != null) {
			ForeignHostObservations.observe(client);
		}
		return new BoundedExchange(client.build(), DEADLINE, LIMIT);
	}

	/**
	 * Build a connector for the API from other settings.
	 * @param settings the settings
	 * @return the connector
	 */
	public ClientHttpConnector api(HttpClientSettings settings) {
		return connector(this.connectors, restricted(settings));
	}

	private ClientHttpConnector connector(ClientHttpConnectorBuilder<?> builder, HttpClientSettings settings) {
		ReloadableHttpClient<ClientHttpConnector> client = new ReloadableHttpClient<>(settings, this.bundle,
				builder::build);
		return (method, uri, callback) -> client.current().connect(method, uri, callback);
	}

	@Override
	public ClientBuilders api() {
		HttpClientSettings filtered = filtered(this.settings, this.foreignHosts);
		WebClient.Builder webClient = this.application.webClient().get();
		ClientHttpConnector connector = connector(this.connectors, filtered);
		Supplier<ClientHttpRequestFactory> factory = SingletonSupplier.of(() -> requestFactory(filtered));
		return new ClientBuilders(() -> webClient.clone().clientConnector(connector), factory,
				this.application.restClientDefaults(), this.application.customizers(), this.application.observations(),
				this.foreignHosts);
	}

	/**
	 * Build a request factory for the API from other settings.
	 * @param settings the settings
	 * @return the request factory
	 */
	public ClientHttpRequestFactory requestFactory(HttpClientSettings settings) {
		ClientHttpRequestFactoryBuilder<?> factories = this.application.factories().get();
		checkFilter(factories, "imperative.factory");
		ConnectionProvider connections = this.foreignConnections;
		ClientHttpRequestFactoryBuilder<?> pooled = (connections != null
				&& factories instanceof ReactorClientHttpRequestFactoryBuilder reactor)
						? reactor.withHttpClientFactory(() -> HttpClient.create(connections)) : factories;
		ReloadableHttpClient<ClientHttpRequestFactory> client = new ReloadableHttpClient<>(restricted(settings),
				this.bundle, HttpClientRestrictions.factories(pooled, this.application.proxy())::build);
		this.closed.add(client::close);
		return (uri, method) -> client.current().createRequest(uri, method);
	}

	/**
	 * Behind a proxy every connection leads to that, and only it knows the addresses of
	 * hosts: there, addresses that are written in URLs are checked and no others.
	 */
	private HttpClientSettings filtered(HttpClientSettings settings, @Nullable AddressFilter addresses) {
		return (addresses != null && !addresses.allowsAll() && this.application.proxy() == null)
				? settings.withInetAddressFilter(new FilteredAddresses(settings.inetAddressFilter(), addresses))
				: settings;
	}

	/**
	 * Close the connections that only these clients use.
	 */
	@Override
	public void destroy() {
		this.closed.dispose();
	}

}
