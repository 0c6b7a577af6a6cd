package io.videoplatform.internal.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.client.ClientBuilders;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.UrlValidator;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator;
import org.jspecify.annotations.Nullable;

/**
 * The connections to an API host and to the identity providers that it names: the
 * addresses they may lead to, and the certificates that they present. The platforms that
 * the application names at run time share them.
 */
public final class HostConnections {

	private final UrlValidator rules;

	private final AddressFilter addresses;

	private final ClientSettings.@Nullable Ssl ssl;

	private final HostHttpClients httpClients;

	private final BoundedExchange exchange;

	private final ClientBuilders api;

	private final Map<String, BoundedExchange> mutualTls = new ConcurrentHashMap<>();

	private final ClientAuthenticatorFactory authenticators;

	private HostConnections(EngineContext context, PlatformSettings settings, AddressFilter addresses,
			ClientSettings.@Nullable Ssl ssl, HostHttpClients httpClients) {
		this.rules = new UrlValidator(settings.plainHttpOrigins(), addresses);
		this.addresses = addresses;
		this.ssl = ssl;
		this.httpClients = httpClients;
		this.exchange = httpClients.exchange(addresses);
		this.api = httpClients.api();
		this.authenticators = new ClientAuthenticatorFactory(context);
	}

	/**
	 * Create the connections to a host that properties name.
	 */
	static HostConnections to(RootUrl root, PlatformSettings settings, EngineContext context) {
		HostHttpClients general = context.httpClients();
		ClientSettings.Ssl ssl = settings.ssl(root);
		return new HostConnections(context, settings, settings.filtersAddresses()
				? new AddressFilter(root.origin().host(), general::scope) : AddressFilter.OFF, ssl,
				(ssl != null) ? general.secured(ssl) : general);
	}

	/**
	 * Create the connections to hosts that the application names at run time.
	 */
	static HostConnections toForeignHosts(PlatformSettings settings, EngineContext context) {
		HostHttpClients general = context.httpClients();
		AddressFilter addresses = AddressFilter.ofForeignHosts(settings.roots().nearestAddress(), general::scope);
		return new HostConnections(context, settings, addresses, settings.defaultClient().ssl(),
				general.toForeignHosts(addresses));
	}

	/**
	 * Return the HTTP client of discovery.
	 */
	BoundedExchange exchange() {
		return this.exchange;
	}

	/**
	 * Return the HTTP client of a client's token requests.
	 * @throws PlatformConfigurationException if it lacks the certificate that it
	 * authenticates by
	 */
	BoundedExchange exchange(ClientCredentials credentials) {
		if (!credentials.authentication().usesMutualTls()) {
			return this.exchange;
		}
		ClientSettings.Ssl ssl = certificate(credentials);
		return this.mutualTls.computeIfAbsent(ssl.bundle(),
				(name) -> this.httpClients.authenticated(withCertificate(ssl)).exchange(this.addresses));
	}

	/**
	 * Return what authenticates a client in its token requests.
	 * @throws PlatformConfigurationException if its key or certificate cannot be used
	 */
	ClientAuthenticator authenticator(ClientCredentials credentials) {
		return this.authenticators.get(credentials,
				credentials.authentication().usesMutualTls() ? this.httpClients.keys(certificate(credentials)) : null);
	}

	private ClientSettings.Ssl certificate(ClientCredentials credentials) {
		String property = credentials.property(credentials.authentication().property());
		String bundle = credentials.authentication().keyBundle();
		if (bundle != null) {
			return new ClientSettings.Ssl(property, bundle);
		}
		if (this.ssl != null) {
			return this.ssl;
		}
		throw new PlatformConfigurationException(PlatformError.CREDENTIALS_UNAVAILABLE, property, null,
				"is not set, but a certificate is needed by '%s'"
					.formatted(credentials.property("client-authentication-method")),
				"Set it to an SSL bundle with key and certificate.");
	}

	private ClientSettings.Ssl withCertificate(ClientSettings.Ssl ssl) {
		if (this.httpClients.keys(ssl).keyStore() == null) {
			throw new PlatformConfigurationException(PlatformError.CREDENTIALS_UNAVAILABLE, ssl.property(),
					PrintableText.of(ssl.bundle()),
					"names an SSL bundle without a certificate that the client could authenticate by",
					"Add a key store to the bundle, or name another one.");
		}
		return ssl;
	}

	/**
	 * Return what the clients of the API are built from.
	 */
	ClientBuilders api() {
		return this.api;
	}

	HostHttpClients httpClients() {
		return this.httpClients;
	}

	/**
	 * Return the addresses that may be reached.
	 */
	AddressFilter addresses() {
		return this.addresses;
	}

	public UrlValidator rules() {
		return this.rules;
	}

}
