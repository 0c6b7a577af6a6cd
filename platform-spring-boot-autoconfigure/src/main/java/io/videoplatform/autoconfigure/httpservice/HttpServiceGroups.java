package io.videoplatform.autoconfigure.httpservice;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.web.service.registry.HttpServiceGroup;

/**
 * The groups of HTTP interfaces that belong to the platform: {@code platform}, and
 * <code>platform-&lt;name&gt;</code> for each named client. A group is named like the
 * client's registration with Spring Security.
 */
final class HttpServiceGroups {

	private static final String PREFIX = PlatformClients.DEFAULT + "-";

	private final Map<String, ClientSettings> clients = new LinkedHashMap<>();

	HttpServiceGroups(PlatformSettings settings) {
		settings.clients()
			.forEach((name, client) -> this.clients.put(ClientCredentials.registrationIdOf(name), client));
	}

	/**
	 * Return whether a group is the platform's, also if there is no client for it.
	 */
	static boolean contains(HttpServiceGroup group) {
		return isPlatform(group.name());
	}

	/**
	 * Return whether a registration id names a client of the platform.
	 */
	static boolean isPlatform(String registrationId) {
		return registrationId.equals(PlatformClients.DEFAULT) || registrationId.startsWith(PREFIX);
	}

	/**
	 * Return a group's client.
	 * @throws PlatformConfigurationException if there is no such client
	 */
	ClientSettings client(HttpServiceGroup group) {
		ClientSettings client = this.clients.get(group.name());
		if (client == null) {
			String known = this.clients.keySet().stream().collect(Collectors.joining("', '", "'", "'"));
			String properties = ClientPropertyNames.prefixOf(group.name().substring(PREFIX.length()));
			throw new PlatformConfigurationException(PlatformError.UNKNOWN_CLIENT, properties, null,
					"is not set, but needed by HTTP interfaces of group '%s': there is %s".formatted(group.name(),
							known),
					"Describe the client by properties that begin with '%s', or name one that there is."
						.formatted(properties));
		}
		return client;
	}

	/**
	 * Return the client that a registration id stands for, or {@code null}.
	 */
	@Nullable ClientSettings find(String registrationId) {
		return this.clients.get(registrationId);
	}

	Collection<ClientSettings> clients() {
		return this.clients.values();
	}

}
