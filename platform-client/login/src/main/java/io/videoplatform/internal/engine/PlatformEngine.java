package io.videoplatform.internal.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.client.DefaultPlatformClient;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.store.RecordRepository;
import io.videoplatform.internal.store.RecordTimes;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.endpoint.ClientSecrets;
import io.videoplatform.internal.token.endpoint.TokenClient;
import io.videoplatform.internal.token.login.LoginTokens;
import io.videoplatform.internal.token.shared.TokenSharing;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Puts the parts together: one {@link PlatformHost} for each API host, and the clients on
 * it. Nothing here touches the network.
 */
public final class PlatformEngine implements SmartLifecycle, DisposableBean {

	/**
	 * How long the end of a login is kept at least.
	 */
	private static final Duration RETENTION = Duration.ofDays(1);

	private final EngineContext context;

	private final @Nullable RecordRepository records;

	private final Map<RootUrl, PlatformHost> hosts = new LinkedHashMap<>();

	private final @Nullable LoginClients logins;

	private final DefaultPlatformClients clients;

	private final BooleanSupplier closing;

	private volatile boolean running;

	private volatile boolean ended;

	/**
	 * Create a new instance.
	 * @param closing whether the application context is being closed
	 */
	public PlatformEngine(PlatformSettings settings, EngineContext context, BooleanSupplier closing) {
		this.context = context;
		this.closing = closing;
		PlatformStore store = context.store();
		this.records = (store != null) ? new RecordRepository(store.store(), store.codec(), times(settings),
				Ticker.systemTicker(), context.scheduler(), store::failed) : null;
		List<LoginClient> logins = new ArrayList<>();
		for (ClientSettings client : settings.all()) {
			PlatformHost host = this.hosts.computeIfAbsent(client.root(), (root) -> host(root, settings));
			host.discovery(client.discovery());
			if (client.usesLogin()) {
				logins.add(host.loginClient(client, settings.logins()));
			}
		}
		this.logins = logins.isEmpty() ? null : LoginClients.of(logins);
		Map<String, DefaultPlatformClient> clients = new LinkedHashMap<>();
		for (ClientSettings client : settings.all()) {
			clients.put(client.name(), client(client));
		}
		this.clients = new DefaultPlatformClients(settings, clients,
				() -> new PlatformRoots(settings, context, this::sharing, () -> this.ended));
	}

	/**
	 * Return how long what is shared may take, from the time at which a client begins to
	 * read its secrets to the check of the tokens.
	 */
	public static RecordTimes times(PlatformSettings settings) {
		Duration reading = settings.readsFiles() ? ClientSecrets.READING : Duration.ZERO;
		Duration idle = settings.logins().idleTimeout();
		return new RecordTimes(
				reading.plus(HostHttpClients.DEADLINE).plus(TokenClient.SLACK).plus(LoginTokens.SHARED_CHECK), idle,
				(idle.compareTo(RETENTION) > 0) ? idle : RETENTION);
	}

	private PlatformHost host(RootUrl root, PlatformSettings settings) {
		return new PlatformHost(this.context, this.context.events(), HostConnections.to(root, settings, this.context),
				sharing(root));
	}

	private DefaultPlatformClient client(ClientSettings client) {
		return host(client).client(client, tokens(client));
	}

	private @Nullable TokenSelector tokens(ClientSettings client) {
		ClientCredentials credentials = client.credentials();
		if (credentials == null) {
			return null;
		}
		return credentials.usesLogin() ? logins().selector(credentials)
				: TokenSelector.shared(host(client).applicationTokens(client));
	}

	/**
	 * Return the clients, which use the engine as long as it runs, also where the
	 * application replaces {@link PlatformClients}.
	 */
	public DefaultPlatformClients clients() {
		return this.clients;
	}

	/**
	 * Return the tokens of users who are logged in, by the names of the clients.
	 */
	public Map<String, LoginTokens> loginTokens() {
		return (this.logins != null) ? this.logins.tokens() : Map.of();
	}

	public EngineContext context() {
		return this.context;
	}

	/**
	 * Return the records of all API hosts.
	 * @return the records, or {@code null} if this node is alone
	 */
	public @Nullable RecordRepository records() {
		return this.records;
	}

	private @Nullable TokenSharing sharing(RootUrl root) {
		PlatformStore store = this.context.store();
		return (store != null && this.records != null) ? new TokenSharing(root.toString(), this.records, store.sets())
				: null;
	}

	/**
	 * Return what a client shares with the other clients of its API host.
	 */
	public PlatformHost host(ClientSettings client) {
		return Objects.requireNonNull(this.hosts.get(client.root()));
	}

	/**
	 * Return the clients at which users log in.
	 * @throws PlatformConfigurationException if there is none, though there was one when
	 * the application was processed ahead of time
	 */
	public LoginClients logins() {
		if (this.logins == null) {
			throw new PlatformConfigurationException("platform.grant-type", null,
					"is not 'authorization_code' any more, as it was when the application was built",
					"Build the application with the same value, or set it to 'authorization_code'.");
		}
		return this.logins;
	}

	/**
	 * Return what can be done before the first call: discovery, which reports its
	 * failures itself.
	 */
	public List<Mono<?>> preparations() {
		return this.hosts.values()
			.stream()
			.flatMap(PlatformHost::discoveries)
			.<Mono<?>>map((discovery) -> Mono.fromFuture(discovery::provider, true))
			.toList();
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	/**
	 * End what is under way before a web server waits for its last requests, which may
	 * wait for a token, and before the connections are gone, whose loss would look like a
	 * failure of the provider. A refresh that was sent for all nodes goes on: its
	 * response is waited for. A context that is only stopped, or paused, starts again.
	 */
	@Override
	public void stop(Runnable callback) {
		stop();
		if (this.closing.getAsBoolean()) {
			end();
			drain().doFinally((signal) -> callback.run()).subscribe();
		}
		else {
			callback.run();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/**
	 * Stopped first.
	 */
	@Override
	public int getPhase() {
		return Integer.MAX_VALUE;
	}

	private Mono<Void> drain() {
		RecordRepository records = this.records;
		return (records != null) ? records.work().drain().doFinally((signal) -> records.close()) : Mono.empty();
	}

	@Override
	public void destroy() {
		end();
		drain().toFuture().join();
		// Last: callers are released on its threads
		this.context.close();
	}

	private void end() {
		this.ended = true;
		// First the flights for tokens, then discovery, which they wait for
		this.context.tokens().close();
		this.hosts.values().forEach(PlatformHost::close);
		this.clients.close();
	}

}
