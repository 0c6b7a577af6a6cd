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
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.ClientRegistrationFactory;
import io.videoplatform.internal.store.RecordRepository;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.TokenEngine;
import io.videoplatform.internal.token.TokenSharing;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.login.LoginTokens;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * What the clients of one API host share: the HTTP client, which may reach no address
 * nearer than that host's, one token engine and one discovery for each choice of an
 * issuer.
 */
final class PlatformHost {

	private final EngineContext context;

	private final UrlValidator rules;

	private final BoundedExchange exchange;

	private final @Nullable TokenSharing sharing;

	private final TokenEngine tokens;

	private final Map<Optional<String>, Discovery> discoveries = new LinkedHashMap<>();

	PlatformHost(RootUrl root, PlatformSettings settings, EngineContext context) {
		AddressGuard addresses = new AddressGuard(root.origin().host(), settings.filtersAddresses());
		this.context = context;
		this.rules = new UrlValidator(settings.plainHttpOrigins(), addresses);
		this.exchange = context.httpClients().exchange(settings.filtersAddresses() ? addresses : null);
		this.sharing = context.sharing(root.toString(), this.exchange.deadline(), settings.login().idleTimeout());
		this.tokens = tokens();
	}

	/**
	 * Create a host that shares its HTTP client with others.
	 * @param sharing what its clients share with other nodes; its records are not this
	 * host's to close
	 */
	PlatformHost(EngineContext context, UrlValidator rules, BoundedExchange exchange, @Nullable TokenSharing sharing) {
		this.context = context;
		this.rules = rules;
		this.exchange = exchange;
		this.sharing = sharing;
		this.tokens = tokens();
	}

	private TokenEngine tokens() {
		return new TokenEngine(this.exchange, this.context.clock(), this.context.random(), this.context.scheduler(),
				this.context.events(), this.sharing);
	}

	/**
	 * Return the discovery of a client's identity provider. Clients that trust the same
	 * issuer share it.
	 */
	Discovery discovery(ClientSettings client) {
		DiscoverySettings settings = client.discovery();
		return this.discoveries.computeIfAbsent(Optional.ofNullable(settings.issuer()),
				(issuer) -> new Discovery(settings, this.exchange, this.rules, this.context.clock(),
						this.context.scheduler()::schedule, this.context.random(), this.context.events()));
	}

	/**
	 * Create the source of the token that all requests of a client carry.
	 */
	TokenSource applicationTokens(ClientSettings client, ClientCredentials credentials) {
		Discovery discovery = discovery(client);
		ClientRegistrationFactory registrations = new ClientRegistrationFactory(credentials, discovery::provider);
		return this.tokens.application(credentials, registrations::current, discovery::unfinished);
	}

	/**
	 * Create a client at which users log in, with their tokens.
	 */
	LoginClient loginClient(ClientSettings client, ClientCredentials credentials, PlatformProperties.Login settings) {
		Discovery discovery = discovery(client);
		ClientRegistrationFactory registrations = new ClientRegistrationFactory(credentials, discovery::provider);
		EngineClient engine = this.tokens.client(credentials, registrations::current, discovery::unfinished);
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

	/**
	 * Wait for the refreshes that were sent for all nodes: their tokens would be lost.
	 */
	Mono<Void> drain() {
		if (this.sharing == null) {
			return Mono.empty();
		}
		RecordRepository records = this.sharing.records();
		return records.drain().doFinally((signal) -> records.close());
	}

	Collection<Discovery> discoveries() {
		return this.discoveries.values();
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

}
