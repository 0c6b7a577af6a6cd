package io.videoplatform.internal.engine;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.discovery.DiscoverySettings;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.http.ClockTicker;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.shared.TokenSharing;
import org.jspecify.annotations.Nullable;

/**
 * The platforms that the application names at run time. Each has a host of its own; all
 * share one HTTP client, which reaches no address nearer than the settings allow, since a
 * customer's domain is foreign input.
 *
 * <p>
 * What is in use is kept by a bounded cache. What has left it is still found as long as a
 * caller holds it, so that there are never two of one platform, and is closed with the
 * rest.
 */
final class PlatformRoots {

	private final PlatformSettings settings;

	private final ClientPropertyNames names;

	private final @Nullable ClientCredentials credentials;

	private final EngineContext context;

	private final HostConnections connections;

	private final Function<RootUrl, @Nullable TokenSharing> sharing;

	private final Cache<RootUrl, RootTokens> inUse;

	private final Cache<RootUrl, RootTokens> reachable = Caffeine.newBuilder()
		.weakValues()
		.executor(Runnable::run)
		.build();

	private final BooleanSupplier closed;

	/**
	 * Create a new instance.
	 * @param settings the settings of all clients
	 * @param context what all hosts share
	 * @param sharing returns what the clients of a host share with other nodes, if there
	 * are any
	 * @param closed whether the engine has ended
	 */
	PlatformRoots(PlatformSettings settings, EngineContext context, Function<RootUrl, @Nullable TokenSharing> sharing,
			BooleanSupplier closed) {
		this.settings = settings;
		this.names = settings.defaultClient()
			.discovery()
			.properties()
			.with("root-url", "PlatformClients.forRoot(rootUrl)")
			.with("ssl.bundle", "spring.http.clients.ssl.bundle")
			.with("trusted-origins", "platform.clients.<name>.trusted-origins");
		ClientCredentials credentials = settings.defaultClient().credentials();
		this.credentials = (credentials != null) ? credentials.describedBy(this.names) : null;
		this.context = context;
		this.connections = HostConnections.toForeignHosts(settings, context);
		this.sharing = sharing;
		this.closed = closed;
		this.inUse = context.observations()
			.cache("platform.roots",
					Caffeine.newBuilder()
						.maximumSize(settings.roots().maxSize())
						.expireAfterAccess(settings.roots().idleTimeout())
						.ticker(ClockTicker.of(context.clock()))
						.executor(Runnable::run));
	}

	/**
	 * Parse the root URL of a platform.
	 * @throws IllegalArgumentException if it is none
	 */
	static RootUrl parse(String rootUrl, PlatformSettings settings) {
		try {
			return RootUrl.parse("rootUrl", rootUrl, settings.plainHttpOrigins());
		}
		catch (PlatformConfigurationException ex) {
			throw new IllegalArgumentException(
					ex.getDescription().replaceFirst("Property", "Argument") + " " + ex.getAction());
		}
	}

	PlatformClient client(RootUrl root) {
		checkAddress(root);
		RootTokens tokens = this.inUse.get(root, (key) -> this.reachable.get(key, this::create));
		if (this.closed.getAsBoolean()) {
			tokens.close();
		}
		return tokens.client();
	}

	/**
	 * Return what is known of those in use, or held by a caller. To look is no use.
	 */
	List<ClientStatus> statuses() {
		return this.reachable.asMap().values().stream().map((tokens) -> ClientStatus.of(tokens.client())).toList();
	}

	private void checkAddress(RootUrl root) {
		try {
			this.connections.rules().check(root.uri());
		}
		catch (InvalidUrlException ex) {
			throw new IllegalArgumentException(
					("Argument 'rootUrl' with value '%s' has a host that 'platform.roots.nearest-address' does not allow."
							+ " Write the name of a public host, or set the property.")
						.formatted(root),
					ex);
		}
	}

	private RootTokens create(RootUrl root) {
		return new RootTokens(clientSettings(root), new PlatformHost(this.context, this.context.events().part(),
				this.connections, this.sharing.apply(root)));
	}

	/**
	 * Return the settings of the default client for another root URL: with its
	 * credentials, but without the origins that it trusts.
	 */
	private ClientSettings clientSettings(RootUrl root) {
		DiscoverySettings discovery = this.settings.defaultClient().discovery();
		return new ClientSettings(root.toString(), new DiscoverySettings(root, discovery.documents(), this.names,
				discovery.issuer(), discovery.trustedIssuers(), discovery.mutualTls()), this.credentials, Set.of(),
				null);
	}

	void close() {
		this.reachable.asMap().values().forEach(RootTokens::close);
	}

}
