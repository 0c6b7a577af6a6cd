package io.videoplatform.internal.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.Origin;
import org.jspecify.annotations.Nullable;

/**
 * The checked settings of all clients.
 *
 * @param clients the clients by name, the default client first
 * @param plainHttpOrigins the origins that may be reached without TLS
 * @param filtersAddresses whether discovered URLs are kept from leading to addresses
 * nearer than the API host's
 * @param logins the settings of logins
 * @param roots the settings of platforms that are named at run time
 */
public record PlatformSettings(Map<String, ClientSettings> clients, Set<Origin> plainHttpOrigins,
		boolean filtersAddresses, Logins logins, Roots roots) {

	public PlatformSettings {
		clients = Collections.unmodifiableMap(new LinkedHashMap<>(clients));
	}

	/**
	 * Return the SSL bundle of the connections that the clients of an API host share.
	 */
	public ClientSettings.@Nullable Ssl ssl(RootUrl root) {
		for (ClientSettings client : all()) {
			if (client.ssl() != null && client.root().equals(root)) {
				return client.ssl();
			}
		}
		return null;
	}

	public ClientSettings defaultClient() {
		return Objects.requireNonNull(this.clients.get(PlatformClients.DEFAULT));
	}

	/**
	 * Return whether secrets or keys of clients are read from files.
	 */
	boolean readsFiles() {
		return all().stream().anyMatch(ClientSettings::readsFiles);
	}

	public Collection<ClientSettings> all() {
		return this.clients.values();
	}

	/**
	 * The settings of logins.
	 *
	 * @param maxSize how many are kept
	 * @param idleTimeout how long they are kept unused, if the provider states no end
	 * @param revokeAtLogout whether a logout revokes the tokens
	 */
	public record Logins(int maxSize, Duration idleTimeout, boolean revokeAtLogout) {

	}

	/**
	 * The settings of platforms that are named at run time.
	 *
	 * @param maxSize how many are kept in use
	 * @param idleTimeout how long they are kept unused
	 * @param nearestAddress the nearest addresses that they may resolve to
	 */
	public record Roots(int maxSize, Duration idleTimeout, AddressFilter.Scope nearestAddress) {

	}

}
