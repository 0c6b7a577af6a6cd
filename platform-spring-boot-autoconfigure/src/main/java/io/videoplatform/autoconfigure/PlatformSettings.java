package io.videoplatform.autoconfigure;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.http.Origin;

/**
 * The checked settings of all clients.
 *
 * @param clients the clients by name, the default client first
 * @param plainHttpOrigins the origins that may be reached without TLS
 * @param filtersAddresses whether discovered URLs are kept from leading to addresses
 * nearer than the API host's
 * @param login the settings of logins
 */
record PlatformSettings(Map<String, ClientSettings> clients, Set<Origin> plainHttpOrigins, boolean filtersAddresses,
		PlatformProperties.Login login) {

	PlatformSettings {
		clients = Collections.unmodifiableMap(new LinkedHashMap<>(clients));
	}

	static PlatformSettings of(PlatformProperties properties, PlatformConnectionDetails connection,
			Map<String, PlatformProperties.Client> named) {
		Set<Origin> plainHttp = OriginParser.plainHttp(properties.plainHttpOrigins());
		ClientSettingsFactory factory = new ClientSettingsFactory(properties, connection, plainHttp);
		Map<String, ClientSettings> clients = new LinkedHashMap<>();
		clients.put(PlatformClients.DEFAULT, factory.defaultClient());
		named.forEach((name, client) -> clients.put(name, factory.namedClient(name, client)));
		return new PlatformSettings(clients, plainHttp,
				properties.discovery().addressFilter() == PlatformProperties.AddressFilter.RELATIVE,
				properties.login());
	}

	ClientSettings defaultClient() {
		return Objects.requireNonNull(this.clients.get(PlatformClients.DEFAULT));
	}

	Collection<ClientSettings> all() {
		return this.clients.values();
	}

}
