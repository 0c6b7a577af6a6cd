package io.videoplatform.internal.transport;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.internal.client.ClientBuilders;
import io.videoplatform.internal.doctor.TlsManagers;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.BoundedExchange;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
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
public final class PlatformHttpClients implements DisposableBean {

	private static final Log logger = LogFactory.getLog(PlatformHttpClients.class);

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	/**
	 * How long a server may be silent, unless Boot's settings say it.
	 */
	public static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

	/**
	 * The time for a whole exchange, body included.
	 */
	public static final Duration DEADLINE = Duration.ofSeconds(10);

	private static final DataSize LIMIT = DataSize.ofMegabytes(1);

	private final ReactorClientHttpConnectorBuilder engine;

	private final ClientHttpConnectorBuilder<?> connectors;

	private final HttpClientSettings settings;

	private final ObservationRegistry observations;

	private final @Nullable HttpProxy proxy;

	private final @Nullable ReloadableSslBundle bundle;

	private final boolean followsRedirects;

	/**
	 * The filter for foreign hosts, where no other hosts are reached.
	 */
	private final @Nullable AddressFilter foreignHosts;

	private final @Nullable ConnectionProvider foreignConnections;

	private final Disposable.Composite closed;

	/**
	 * Create a new instance.
	 * @param engine builds the connectors of discovery and token requests
	 * @param connectors builds connectors of the kind that the application uses
	 * @param settings the application's settings
	 * @param observations the registry of observations
	 * @param proxy the proxy, if there is one
	 * @param bundle the SSL bundle of the settings, if it may be replaced
	 */
	public PlatformHttpClients(ReactorClientHttpConnectorBuilder engine, ClientHttpConnectorBuilder<?> connectors,
			HttpClientSettings settings, ObservationRegistry observations, @Nullable HttpProxy proxy,
			@Nullable ReloadableSslBundle bundle) {
		this.engine = ReactorNettyClientAdapter.sendOnce(engine, proxy);
		this.connectors = HttpClientAdapter.of(connectors).restrictConnectors(connectors, proxy);
		this.settings = restricted(settings);
		this.observations = observations;
		this.proxy = proxy;
		this.bundle = bundle;
		this.followsRedirects = settings.redirects() != HttpRedirects.DONT_FOLLOW;
		this.foreignHosts = null;
		this.foreignConnections = null;
		this.closed = Disposables.composite();
	}

	private PlatformHttpClients(PlatformHttpClients general, @Nullable ReloadableSslBundle bundle,
			@Nullable AddressFilter foreignHosts, @Nullable ConnectionProvider foreignConnections) {
		this.engine = general.engine;
		this.connectors = (foreignConnections != null
				&& general.connectors instanceof ReactorClientHttpConnectorBuilder reactor)
						? reactor.withHttpClientFactory(() -> HttpClient.create(foreignConnections))
						: general.connectors;
		this.settings = general.settings;
		this.observations = general.observations;
		this.proxy = general.proxy;
		this.bundle = bundle;
		this.followsRedirects = general.followsRedirects;
		this.foreignHosts = foreignHosts;
		this.foreignConnections = foreignConnections;
		this.closed = general.closed;
	}

	private static HttpClientSettings restricted(HttpClientSettings settings) {
		return settings.withRedirects(HttpRedirects.DONT_FOLLOW).withCookieHandling(HttpCookieHandling.DISABLE);
	}

	/**
	 * Return whether redirects within the API's origin are followed, which the clients do
	 * by themselves.
	 * @return {@code true} unless the settings say otherwise
	 */
	public boolean followsRedirects() {
		return this.followsRedirects;
	}

	/**
	 * Return whether requests go through a proxy.
	 * @return {@code true} if they do
	 */
	public boolean hasProxy() {
		return this.proxy != null;
	}

	/**
	 * Return what connections trust and present now.
	 * @return the managers of the SSL bundle
	 */
	public TlsManagers tlsManagers() {
		SslBundle used = (this.bundle != null) ? this.bundle.get() : this.settings.sslBundle();
		return (used != null)
				? new TlsManagers(used.getManagers().getKeyManagers(), used.getManagers().getTrustManagers())
				: new TlsManagers(null, null);
	}

	/**
	 * Return clients that use another SSL bundle.
	 * @param other the bundle, or {@code null} for the same
	 * @return the clients
	 */
	public PlatformHttpClients secured(@Nullable ReloadableSslBundle other) {
		return (other != null) ? new PlatformHttpClients(this, other, this.foreignHosts, this.foreignConnections)
				: this;
	}

	/**
	 * Return clients that authenticate by the key of a bundle and trust whom these trust.
	 * @param keys the bundle
	 * @return the clients
	 */
	public PlatformHttpClients authenticated(ReloadableSslBundle keys) {
		SslBundle general = this.settings.sslBundle();
		ReloadableSslBundle fixed = (general != null) ? new ReloadableSslBundle.Fixed(general) : null;
		return secured(ReloadableSslBundle.combine(keys, (this.bundle != null) ? this.bundle : fixed));
	}

	/**
	 * Return clients that reach hosts that are foreign input. Metrics do not tell these
	 * hosts apart, of which there may be any number.
	 * @param addresses the addresses that may be reached
	 * @return the clients
	 * @throws PlatformConfigurationException if an address could be replaced after it was
	 * checked
	 */
	public PlatformHttpClients toForeignHosts(AddressFilter addresses) {
		ConnectionProvider connections = ReactorNettyClientAdapter.connectionsToManyHosts();
		this.closed.add(connections);
		PlatformHttpClients foreign = new PlatformHttpClients(this, this.bundle, addresses, connections);
		foreign.checkFilter(HttpClientAdapter.of(this.connectors), "reactive.connector");
		return foreign;
	}

	private void checkFilter(HttpClientAdapter adapter, String property) {
		boolean filters = this.foreignHosts != null && this.proxy == null && !this.foreignHosts.allowsAll();
		if (filters && !adapter.connectsToFilteredAddress()) {
			throw new PlatformConfigurationException(PlatformError.DEPENDENCY_MISSING,
					"spring.http.clients." + property, null,
					"selects an HTTP client that may connect to another address than the one that was checked,"
							+ " which clients of 'PlatformClients.forRoot' must not",
					"Set the property to 'reactor', or remove it.");
		}
	}

	/**
	 * Build the exchange for discovery or token requests. Each request has a connection
	 * of its own and is sent once: when a pooled connection breaks, it is unknown whether
	 * the request or its response was lost, and Reactor Netty would silently send it
	 * again.
	 * @param addresses the addresses that may be reached, or {@code null} for all
	 * @return the exchange
	 */
	public BoundedExchange exchange(@Nullable AddressFilter addresses) {
		return exchange(addresses, null);
	}

	/**
	 * Build the exchange for discovery and token requests.
	 * @param addresses the addresses that may be reached, or {@code null} for all
	 * @param root the host of the root URL, by which metrics know all WebFinger requests:
	 * redirects may lead to any number of other hosts
	 * @return the exchange
	 */
	public BoundedExchange exchange(@Nullable AddressFilter addresses, @Nullable String root) {
		HttpClientSettings bounded = this.settings.withTimeouts(
				Objects.requireNonNullElse(this.settings.connectTimeout(), CONNECT_TIMEOUT),
				Objects.requireNonNullElse(this.settings.readTimeout(), READ_TIMEOUT));
		WebClient.Builder client = WebClient.builder()
			.clientConnector(connector(this.engine, filtered(bounded, addresses)))
			.observationRegistry(this.observations);
		return new BoundedExchange(ForeignHostObservations.observe(client, this.foreignHosts != null, root).build(),
				DEADLINE, LIMIT);
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

	/**
	 * Return what builds the clients of the API. Their HTTP clients are shared; that of
	 * the {@code RestClient}s is built with the first of them.
	 * @param webClient the builder that Boot's customizers have customized
	 * @param factories builds request factories of the kind that the application uses
	 * @param customizers the application's customizers
	 * @return the builders
	 */
	public ClientBuilders apiClients(WebClient.Builder webClient,
			Supplier<ClientHttpRequestFactoryBuilder<?>> factories,
			Supplier<List<PlatformClientCustomizer>> customizers) {
		HttpClientSettings settings = filtered(this.settings, this.foreignHosts);
		ClientHttpConnector connector = connector(this.connectors, settings);
		Supplier<ClientHttpRequestFactory> factory = SingletonSupplier
			.of(() -> requestFactory(factories.get(), settings));
		return new ClientBuilders(() -> webClient.clone().clientConnector(connector), factory, customizers,
				this.observations, this.foreignHosts);
	}

	/**
	 * Build a request factory for the API from other settings.
	 * @param factories builds request factories of the kind that the application uses
	 * @param settings the settings
	 * @return the request factory
	 */
	public ClientHttpRequestFactory requestFactory(ClientHttpRequestFactoryBuilder<?> factories,
			HttpClientSettings settings) {
		HttpClientAdapter adapter = HttpClientAdapter.of(factories);
		checkFilter(adapter, "imperative.factory");
		ConnectionProvider connections = this.foreignConnections;
		ClientHttpRequestFactoryBuilder<?> pooled = (connections != null
				&& factories instanceof ReactorClientHttpRequestFactoryBuilder reactor)
						? reactor.withHttpClientFactory(() -> HttpClient.create(connections)) : factories;
		ReloadableHttpClient<ClientHttpRequestFactory> client = new ReloadableHttpClient<>(restricted(settings),
				this.bundle, adapter.restrictFactories(pooled, this.proxy)::build);
		this.closed.add(() -> close(client.current()));
		return (uri, method) -> client.current().createRequest(uri, method);
	}

	private static void close(ClientHttpRequestFactory factory) {
		if (factory instanceof DisposableBean disposable) {
			try {
				disposable.destroy();
			}
			catch (Exception ex) {
				logger.warn(EventLog.explained(PlatformError.OTHER, "An HTTP client could not be closed"), ex);
			}
		}
	}

	/**
	 * Behind a proxy every connection leads to that, and only it knows the addresses of
	 * hosts: there, addresses that are written in URLs are checked and no others.
	 */
	private HttpClientSettings filtered(HttpClientSettings settings, @Nullable AddressFilter addresses) {
		return (addresses != null && this.proxy == null)
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
