package io.videoplatform.autoconfigure;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.discovery.ClientProperties;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableText;
import org.jspecify.annotations.Nullable;

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

	static PlatformSettings of(PlatformProperties properties, PlatformConnectionDetails connection) {
		Set<Origin> plainHttp = OriginParser.plainHttp(properties.plainHttpOrigins());
		ClientSettingsFactory factory = new ClientSettingsFactory(properties, connection, plainHttp);
		Map<String, ClientSettings> clients = new LinkedHashMap<>();
		clients.put(PlatformClients.DEFAULT, factory.defaultClient());
		properties.clients().forEach((name, client) -> clients.put(name, factory.namedClient(name, client)));
		checkDistinct(clients.keySet());
		clients.values().forEach((client) -> checkSsl(client, clients.values()));
		return new PlatformSettings(clients, plainHttp,
				properties.discovery().addressFilter() == PlatformProperties.AddressFilter.RELATIVE,
				properties.login());
	}

	/**
	 * The name of an environment variable has no dashes, so that Spring Boot binds it to
	 * a client of its own.
	 */
	private static void checkDistinct(Set<String> names) {
		Map<String, String> seen = new HashMap<>();
		for (String name : names) {
			String other = seen.putIfAbsent(name.replace("-", ""), name);
			if (other != null) {
				throw new PlatformConfigurationException(PlatformError.CLIENT_NAME, ClientProperties.prefixOf(name),
						null,
						"has a name that differs from '%s' by dashes only, which environment variables cannot have"
							.formatted(ClientProperties.prefixOf(other)),
						"Use a name without dashes, or set the property to a placeholder such as '${JOBS_SECRET}'.");
			}
		}
	}

	private static void checkSsl(ClientSettings client, Collection<ClientSettings> all) {
		ClientSettings.Ssl other = ssl(client.root(), all);
		ClientSettings.Ssl own = client.ssl();
		if (own != null && other != null && !own.bundle().equals(other.bundle())) {
			throw new PlatformConfigurationException(PlatformError.PROPERTIES_CONTRADICT, own.property(),
					PrintableText.of(own.bundle()),
					"contradicts '%s' of a client with the same root URL".formatted(other.property()),
					"Set both to the same SSL bundle.");
		}
	}

	private static ClientSettings.@Nullable Ssl ssl(RootUrl root, Collection<ClientSettings> all) {
		return all.stream()
			.filter((client) -> client.root().equals(root))
			.map(ClientSettings::ssl)
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return the SSL bundle of the connections that the clients of an API host share.
	 */
	ClientSettings.@Nullable Ssl ssl(RootUrl root) {
		return ssl(root, all());
	}

	ClientSettings defaultClient() {
		return Objects.requireNonNull(this.clients.get(PlatformClients.DEFAULT));
	}

	/**
	 * Return whether secrets or keys of clients are read from files.
	 */
	boolean readsFiles() {
		return all().stream().anyMatch(ClientSettings::readsFiles);
	}

	Collection<ClientSettings> all() {
		return this.clients.values();
	}

}
