package io.videoplatform.autoconfigure;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.client.ClientBuilders;
import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.discovery.DiscoverySettings;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.document.DocumentContext;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.UrlValidator;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.registration.ClientAuthentication;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.ClientRegistrationFactory;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.TokenEngine;
import io.videoplatform.internal.token.TokenSharing;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.login.LoginTokens;
import org.jspecify.annotations.Nullable;

/**
 * What the clients of one API host share: the HTTP client, which may reach no address
 * nearer than that host's, one token engine and one discovery for each choice of an
 * issuer.
 */
final class PlatformHost {

	private final EngineContext context;

	private final ClientAuthenticatorFactory authenticators;

	private final UrlValidator rules;

	private final PlatformHttpClients httpClients;

	private final @Nullable AddressFilter addresses;

	private final ClientSettings.@Nullable Ssl ssl;

	private final BoundedExchange exchange;

	private final @Nullable TokenSharing sharing;

	private final TokenEngine tokens;

	private final Map<ProviderChoice, Discovery> discoveries = new LinkedHashMap<>();

	private final Map<String, BoundedExchange> mutualTls;

	private @Nullable ClientBuilders apiClients;

	/**
	 * Create a host with HTTP clients of its own.
	 * @param root the root URL
	 * @param settings the settings of all clients
	 * @param context what all hosts share
	 * @param sharing what its clients share with other nodes, if there are any
	 */
	PlatformHost(RootUrl root, PlatformSettings settings, EngineContext context, @Nullable TokenSharing sharing) {
		this.context = context;
		this.authenticators = new ClientAuthenticatorFactory(context);
		AddressFilter filter = new AddressFilter(root.origin().host(), settings.filtersAddresses());
		this.rules = new UrlValidator(settings.plainHttpOrigins(), filter);
		this.addresses = settings.filtersAddresses() ? filter : null;
		this.ssl = settings.ssl(root);
		this.httpClients = context.httpClients().secured((this.ssl != null) ? bundle(this.ssl) : null);
		this.exchange = this.httpClients.exchange(this.addresses, root.origin().host());
		this.mutualTls = new ConcurrentHashMap<>();
		this.sharing = sharing;
		this.tokens = tokens();
	}

	/**
	 * Create what several hosts share: their HTTP clients, and what authenticates their
	 * clients.
	 * @param httpClients builds their HTTP clients
	 * @param addresses the addresses that they may reach
	 * @param ssl the SSL bundle whose certificate authenticates clients, if there is one
	 */
	PlatformHost(EngineContext context, PlatformHttpClients httpClients, UrlValidator rules, AddressFilter addresses,
			ClientSettings.@Nullable Ssl ssl) {
		this.context = context;
		this.authenticators = new ClientAuthenticatorFactory(context);
		this.rules = rules;
		this.addresses = addresses;
		this.ssl = ssl;
		this.httpClients = httpClients;
		this.exchange = httpClients.exchange(addresses);
		this.sharing = null;
		this.mutualTls = new ConcurrentHashMap<>();
		this.tokens = tokens();
	}

	/**
	 * Create a host that shares HTTP clients with others.
	 * @param context its own context
	 * @param shared what they share
	 * @param sharing what its clients share with other nodes, if there are any
	 */
	PlatformHost(EngineContext context, PlatformHost shared, @Nullable TokenSharing sharing) {
		this.context = context;
		this.authenticators = shared.authenticators;
		this.rules = shared.rules;
		this.addresses = shared.addresses;
		this.ssl = shared.ssl;
		this.httpClients = shared.httpClients;
		this.exchange = shared.exchange;
		this.mutualTls = shared.mutualTls;
		this.sharing = sharing;
		this.tokens = tokens();
	}

	private TokenEngine tokens() {
		return new TokenEngine(this.exchange, this.context.clock(), this.context.random(), this.context.scheduler(),
				this.context.events(), this.context.accounts(), this.sharing, this.context.observations());
	}

	/**
	 * Return the discovery of a client's identity provider. Clients that trust the same
	 * issuer share it.
	 */
	Discovery discovery(ClientSettings client) {
		return discovery(client.discovery());
	}

	/**
	 * Return the discovery of an identity provider.
	 */
	Discovery discovery(DiscoverySettings settings) {
		return this.discoveries.computeIfAbsent(new ProviderChoice(settings.issuer(), settings.mutualTls()),
				(choice) -> new Discovery(settings, this.exchange, this.rules,
						new DocumentContext(this.context.clock(), this.context.scheduler()::schedule,
								this.context.random(), this.context.events(), this.context.observations())));
	}

	/**
	 * Create the source of the token that all requests of a client carry.
	 */
	TokenSource applicationTokens(ClientSettings client, ClientCredentials credentials) {
		Discovery discovery = discovery(client);
		ClientRegistrationFactory registrations = new ClientRegistrationFactory(credentials, discovery::provider);
		return this.tokens.application(engineClient(client, credentials, registrations, discovery));
	}

	/**
	 * Create what requests the tokens of a client.
	 */
	EngineClient engineClient(ClientSettings client, ClientCredentials credentials,
			ClientRegistrationFactory registrations, Discovery discovery) {
		// First the connections: once the certificate is known to have changed, they have
		// it
		BoundedExchange exchange = exchange(credentials);
		ReloadableBundle certificate = credentials.authentication().usesMutualTls() ? bundle(certificate(credentials))
				: null;
		return this.tokens.client(credentials.named(client.name()), this.authenticators.get(credentials, certificate),
				exchange, registrations::current, discovery::unfinished);
	}

	/**
	 * Create a client at which users log in, with their tokens.
	 */
	LoginClient loginClient(ClientSettings client, ClientCredentials credentials, PlatformProperties.Login settings) {
		Discovery discovery = discovery(client);
		ClientRegistrationFactory registrations = new ClientRegistrationFactory(credentials, discovery::provider);
		EngineClient engine = engineClient(client, credentials, registrations, discovery);
		LoginTokens tokens = new LoginTokens(engine, settings.maxLogins(), settings.idleTimeout(),
				settings.revokeAtLogout());
		return new LoginClient(credentials, discovery, registrations, tokens);
	}

	/**
	 * End what is under way: first the flights for tokens, then discovery, which they
	 * wait for. A refresh that was sent for all nodes goes on.
	 */
	void close() {
		this.tokens.close();
		discoveries().forEach(Discovery::close);
	}

	Collection<Discovery> discoveries() {
		return this.discoveries.values();
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
		ClientAuthentication authentication = credentials.authentication();
		if (!authentication.usesMutualTls()) {
			return this.exchange;
		}
		ClientSettings.Ssl certificate = certificate(credentials);
		return this.mutualTls.computeIfAbsent(certificate.bundle(),
				(name) -> this.httpClients.authenticated(certificate(certificate)).exchange(this.addresses));
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
		throw new PlatformConfigurationException(PlatformError.SSL_BUNDLE, property, null,
				"is not set, but a certificate is needed by '%s'"
					.formatted(credentials.property("client-authentication-method")),
				"Set it to an SSL bundle with key and certificate.");
	}

	private ReloadableBundle certificate(ClientSettings.Ssl ssl) {
		ReloadableBundle bundle = bundle(ssl);
		if (bundle.get().getStores().getKeyStore() == null) {
			throw new PlatformConfigurationException(PlatformError.SSL_BUNDLE, ssl.property(),
					PrintableText.of(ssl.bundle()),
					"names an SSL bundle without a certificate that the client could authenticate by",
					"Add a key store to the bundle, or name another one.");
		}
		return bundle;
	}

	private ReloadableBundle bundle(ClientSettings.Ssl ssl) {
		return ReloadableBundle.named(ssl.property(), ssl.bundle(), this.context.sslBundles());
	}

	/**
	 * Return what all clients of the API host are built from.
	 */
	ClientBuilders apiClients(Function<PlatformHttpClients, ClientBuilders> factory) {
		ClientBuilders built = this.apiClients;
		if (built == null) {
			built = factory.apply(this.httpClients);
			this.apiClients = built;
		}
		return built;
	}

	PlatformHttpClients httpClients() {
		return this.httpClients;
	}

	/**
	 * Return the addresses that may be reached, or {@code null} for all.
	 */
	@Nullable AddressFilter addresses() {
		return this.addresses;
	}

	UrlValidator rules() {
		return this.rules;
	}

	/**
	 * What the clients share that share a discovery.
	 *
	 * @param issuer the one trusted issuer, if it is set
	 * @param mutualTls whether the clients authenticate by a certificate
	 */
	private record ProviderChoice(@Nullable String issuer, boolean mutualTls) {

		// Not those of the compiler, which link method handles at every start

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof ProviderChoice that && Objects.equals(this.issuer, that.issuer)
					&& this.mutualTls == that.mutualTls;
		}

		@Override
		public int hashCode() {
			return Objects.hashCode(this.issuer);
		}

	}

}
