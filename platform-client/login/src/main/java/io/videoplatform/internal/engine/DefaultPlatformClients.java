package io.videoplatform.internal.engine;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.client.DefaultPlatformClient;
import io.videoplatform.internal.discovery.RootUrl;
import org.jspecify.annotations.Nullable;

/**
 * The clients that the properties describe, and those of platforms that are named at run
 * time. An application that names none has nothing of them.
 */
public final class DefaultPlatformClients implements PlatformClients {

	private final PlatformSettings settings;

	private final Map<String, DefaultPlatformClient> clients;

	private final Supplier<PlatformRoots> newRoots;

	private volatile @Nullable PlatformRoots roots;

	/**
	 * Create a new instance.
	 * @param settings the settings of the clients
	 * @param clients the clients by name, the default client first
	 * @param newRoots creates the platforms that are named at run time
	 */
	DefaultPlatformClients(PlatformSettings settings, Map<String, DefaultPlatformClient> clients,
			Supplier<PlatformRoots> newRoots) {
		this.settings = settings;
		this.clients = Collections.unmodifiableMap(new LinkedHashMap<>(clients));
		this.newRoots = newRoots;
	}

	@Override
	public DefaultPlatformClient get(String name) {
		DefaultPlatformClient client = this.clients.get(name);
		if (client == null) {
			throw UnknownClientException.of(name, this.clients.keySet());
		}
		return client;
	}

	@Override
	public PlatformClient forRoot(String rootUrl) {
		RootUrl root = PlatformRoots.parse(rootUrl, this.settings);
		return root.equals(this.settings.defaultClient().root()) ? get(DEFAULT) : roots().client(root);
	}

	@Override
	public Set<String> names() {
		return this.clients.keySet();
	}

	/**
	 * Return whether platforms have been named at run time.
	 */
	public boolean usesRoots() {
		return this.roots != null;
	}

	/**
	 * Return what is known of the platforms that are named at run time.
	 */
	public List<ClientStatus> rootStatuses() {
		PlatformRoots used = this.roots;
		return (used != null) ? used.statuses() : List.of();
	}

	private synchronized PlatformRoots roots() {
		PlatformRoots used = this.roots;
		if (used == null) {
			used = this.newRoots.get();
			this.roots = used;
		}
		return used;
	}

	/**
	 * End what is under way at platforms that are named at run time.
	 */
	void close() {
		PlatformRoots used = this.roots;
		if (used != null) {
			used.close();
		}
	}

}
