package io.videoplatform.autoconfigure;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.discovery.DiscoverySettings;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.http.AddressGuard;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.UrlValidator;
import io.videoplatform.internal.registration.PlatformClientRegistrations;
import io.videoplatform.internal.token.TokenEngine;

import org.springframework.boot.http.client.InetAddressFilter;

/**
 * What the clients of one API host share: the HTTP client, which may reach no address
 * nearer than that host's, one token engine and one discovery for each choice of an
 * issuer.
 */
final class PlatformHost {

	private final EngineContext context;

	private final UrlValidator rules;

	private final BoundedExchange exchange;

	private final TokenEngine tokens;

	private final Map<Optional<String>, Provider> providers = new LinkedHashMap<>();

	PlatformHost(RootUrl root, PlatformSettings settings, EngineContext context) {
		this.context = context;
		AddressGuard addresses = new AddressGuard(root.origin().host(), settings.filtersAddresses());
		InetAddressFilter filter = settings.filtersAddresses() ? new RootRelativeFilter(addresses) : null;
		this.rules = new UrlValidator(settings.plainHttpOrigins(), addresses);
		this.exchange = context.httpClients().exchange(filter);
		this.tokens = new TokenEngine(this.exchange, context.clock(), context.random(), context.scheduler(),
				context.events());
	}

	/**
	 * Connect a client of this host; only while the engine is put together.
	 */
	ConnectedClient connect(ClientSettings client) {
		Provider provider = this.providers.computeIfAbsent(Optional.ofNullable(client.discovery().issuer()),
				(issuer) -> provider(client.discovery()));
		return new ConnectedClient(client, this, provider.discovery(), provider.registrations());
	}

	private Provider provider(DiscoverySettings settings) {
		Discovery discovery = new Discovery(settings, this.exchange, this.rules, this.context.clock(),
				this.context.scheduler()::schedule, this.context.random(), this.context.events());
		return new Provider(discovery, new PlatformClientRegistrations(discovery::provider));
	}

	/**
	 * End what is under way: first the flights for tokens, then discovery, which they
	 * wait for.
	 */
	void close() {
		this.tokens.close();
		discoveries().forEach(Discovery::close);
	}

	Collection<Discovery> discoveries() {
		return this.providers.values().stream().map(Provider::discovery).toList();
	}

	/**
	 * Return the HTTP client of discovery and token requests.
	 */
	BoundedExchange exchange() {
		return this.exchange;
	}

	UrlValidator rules() {
		return this.rules;
	}

	TokenEngine tokens() {
		return this.tokens;
	}

	/**
	 * An identity provider that this host names.
	 *
	 * @param discovery finds it
	 * @param registrations the registrations of the clients that use it
	 */
	private record Provider(Discovery discovery, PlatformClientRegistrations registrations) {

	}

}
