package io.videoplatform.internal.engine;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.stream.Stream;

import io.videoplatform.internal.client.DefaultPlatformClient;
import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.discovery.DiscoverySettings;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.login.AuthorizationEndpointProbe;
import io.videoplatform.internal.login.LoginAcceptance;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.oidc.OidcClient;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.ClientRegistrationFactory;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.login.LoginTokens;
import io.videoplatform.internal.token.shared.TokenSharing;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * What the clients of one API host share: its connections, and one discovery for each
 * choice of an issuer.
 */
public final class PlatformHost {

	private final EngineContext context;

	private final EventLog events;

	private final HostConnections connections;

	private final @Nullable TokenSharing sharing;

	/**
	 * By what clients share that share a discovery: the one trusted issuer, if it is set,
	 * and whether they authenticate by a certificate.
	 */
	private final Map<Entry<@Nullable String, Boolean>, Discovery> discoveries = new LinkedHashMap<>();

	/**
	 * By the names of the clients.
	 */
	private final Map<String, ClientRegistrationFactory> registrations = new HashMap<>();

	/**
	 * Create a new instance.
	 * @param context what all hosts share
	 * @param events takes what happens at this one
	 * @param connections the connections to it, which may be those of other hosts as well
	 * @param sharing what its clients share with other nodes, if there are any
	 */
	PlatformHost(EngineContext context, EventLog events, HostConnections connections, @Nullable TokenSharing sharing) {
		this.context = context;
		this.events = events;
		this.connections = connections;
		this.sharing = sharing;
	}

	/**
	 * Return the discovery of an identity provider. Clients that trust the same issuer
	 * share it.
	 */
	public Discovery discovery(DiscoverySettings settings) {
		return this.discoveries.computeIfAbsent(new SimpleImmutableEntry<>(settings.issuer(), settings.mutualTls()),
				(choice) -> new Discovery(settings, this.connections.exchange(), this.connections.rules(),
						this.context.documents(this.context.clock(), this.events)));
	}

	/**
	 * Create the source of the token that all requests of a client carry.
	 */
	TokenSource applicationTokens(ClientSettings client) {
		return engineClient(client, Objects.requireNonNull(client.credentials())).applicationSource();
	}

	/**
	 * Create a client.
	 * @param tokens finds the token of a request, or {@code null} without credentials
	 */
	DefaultPlatformClient client(ClientSettings client, @Nullable TokenSelector tokens) {
		return new DefaultPlatformClient(client.name(), client.discovery().properties(), discovery(client.discovery()),
				tokens, client.trustedOrigins(), this.context.clock(), this.events,
				this.context.httpClients().followsRedirects(), this.connections.api(), registration(client));
	}

	/**
	 * Return the registration of a client at each subscription, empty without
	 * credentials.
	 */
	private Mono<ClientRegistration> registration(ClientSettings client) {
		ClientCredentials credentials = client.credentials();
		return (credentials != null) ? this.context.tokens().release(registrations(client, credentials)::current)
				: Mono.empty();
	}

	private ClientRegistrationFactory registrations(ClientSettings client, ClientCredentials credentials) {
		return this.registrations.computeIfAbsent(client.name(),
				(name) -> new ClientRegistrationFactory(credentials, discovery(client.discovery())));
	}

	/**
	 * Create what requests the tokens of a client.
	 */
	EngineClient engineClient(ClientSettings client, ClientCredentials credentials) {
		Discovery discovery = discovery(client.discovery());
		// The connections first: they are the first to be told of an SSL bundle's update
		BoundedExchange exchange = this.connections.exchange(credentials);
		return this.context.tokens()
			.client(credentials.named(client.name()), this.connections.authenticator(credentials), exchange,
					discovery::provider, discovery::unfinished, this.events, this.sharing);
	}

	/**
	 * Create a client at which users log in, with their tokens.
	 */
	LoginClient loginClient(ClientSettings client, PlatformSettings.Logins settings) {
		ClientCredentials credentials = Objects.requireNonNull(client.credentials());
		EngineClient engine = engineClient(client, credentials);
		LoginTokens tokens = new LoginTokens(engine, settings.maxSize(), settings.idleTimeout(),
				settings.revokeAtLogout());
		return new LoginClient(this.context.tokens(), credentials, discovery(client.discovery()),
				registrations(client, credentials), tokens,
				new LoginAcceptance(engine, authorizationEndpoint(credentials), tokens.outage()),
				new OidcClient(this.connections.exchange(credentials), client.discovery().properties(),
						tokens.outage()::refused));
	}

	/**
	 * Create what asks the provider whether users can log in at a client.
	 */
	AuthorizationEndpointProbe authorizationEndpoint(ClientCredentials credentials) {
		return new AuthorizationEndpointProbe(this.connections.exchange(credentials), credentials);
	}

	/**
	 * End discovery.
	 */
	void close() {
		this.discoveries.values().forEach(Discovery::close);
	}

	Stream<Discovery> discoveries() {
		return this.discoveries.values().stream();
	}

	public HostConnections connections() {
		return this.connections;
	}

}
