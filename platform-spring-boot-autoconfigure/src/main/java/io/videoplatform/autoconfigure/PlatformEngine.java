package io.videoplatform.autoconfigure;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.client.DefaultPlatformClient;
import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.TokenSelector;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Puts the parts together: one {@link PlatformHost} for each API host, and the clients on
 * it. Nothing here touches the network.
 */
final class PlatformEngine implements ApplicationListener<ContextClosedEvent>, ApplicationContextAware, DisposableBean {

	private final PlatformSettings settings;

	private final EngineContext context;

	private final Map<RootUrl, PlatformHost> hosts = new LinkedHashMap<>();

	private final Map<String, ConnectedClient> connected = new LinkedHashMap<>();

	private final Logins logins;

	private final PlatformClients clients;

	private @Nullable ApplicationContext applicationContext;

	PlatformEngine(PlatformSettings settings, EngineContext context, WebClient.Builder apiClient,
			boolean followRedirects) {
		this.settings = settings;
		this.context = context;
		ClientHttpConnector api = context.httpClients().api();
		settings.clients().forEach((name, client) -> {
			PlatformHost host = this.hosts.computeIfAbsent(client.root(),
					(root) -> new PlatformHost(root, settings, context));
			this.connected.put(name, host.connect(client));
		});
		this.logins = Logins.of(this.connected.values(), settings.login());
		Map<String, PlatformClient> clients = new LinkedHashMap<>();
		this.connected.forEach((name, parts) -> clients.put(name,
				build(parts, apiClient.clone().clientConnector(api), followRedirects)));
		this.clients = new NamedPlatformClients(clients);
	}

	private PlatformClient build(ConnectedClient parts, WebClient.Builder builder, boolean followRedirects) {
		ClientSettings client = parts.settings();
		return new DefaultPlatformClient(client.name(), new DefaultPlatformClient.Engine(client.root(),
				this.context.clock(), parts.discovery(), tokens(parts), this.context.events()), client.trustedOrigins(),
				followRedirects, builder);
	}

	private @Nullable TokenSelector tokens(ConnectedClient parts) {
		ClientCredentials credentials = parts.settings().credentials();
		if (credentials == null) {
			return null;
		}
		return credentials.usesLogin() ? this.logins.selector(credentials)
				: TokenSelector.shared(parts.applicationTokens(credentials));
	}

	/**
	 * Return the clients, which use the engine as long as it runs.
	 */
	PlatformClients clients() {
		return this.clients;
	}

	PlatformSettings settings() {
		return this.settings;
	}

	EngineContext context() {
		return this.context;
	}

	/**
	 * Return what the clients are built from, the default client first.
	 */
	Collection<ConnectedClient> connected() {
		return Collections.unmodifiableCollection(this.connected.values());
	}

	/**
	 * Return what the client is built from that {@code platform.*} describes.
	 */
	ConnectedClient defaultClient() {
		return Objects.requireNonNull(this.connected.get(PlatformClients.DEFAULT));
	}

	/**
	 * Return the clients at which users log in.
	 */
	Logins logins() {
		return this.logins;
	}

	List<Discovery> discoveries() {
		return this.hosts.values().stream().flatMap((host) -> host.discoveries().stream()).toList();
	}

	WarmUp warmUp() {
		return new WarmUp(discoveries(), this.context.scheduler(), this.context.random());
	}

	@Override
	public void setApplicationContext(ApplicationContext applicationContext) {
		this.applicationContext = applicationContext;
	}

	/**
	 * End what is under way as soon as the context begins to close: before a web server
	 * waits for its last requests, which may wait for a token, and before the connections
	 * are gone, whose loss would look like a failure of the provider. A token that is
	 * held stays in use.
	 */
	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (event.getApplicationContext() == this.applicationContext) {
			this.hosts.values().forEach(PlatformHost::close);
		}
	}

	@Override
	public void destroy() {
		this.hosts.values().forEach(PlatformHost::close);
		// Last: callers are released on its threads
		this.context.close();
	}

}
