package io.videoplatform.autoconfigure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;

/**
 * The clients that the properties describe.
 *
 * @param clients the clients by name, the default client first
 */
record NamedPlatformClients(Map<String, PlatformClient> clients) implements PlatformClients {

	NamedPlatformClients {
		clients = Collections.unmodifiableMap(new LinkedHashMap<>(clients));
	}

	@Override
	public PlatformClient get(String name) {
		PlatformClient client = this.clients.get(name);
		if (client == null) {
			String known = this.clients.keySet().stream().collect(Collectors.joining("', '", "'", "'"));
			throw new IllegalArgumentException(
					"No client named '%s': there is %s. Properties that begin with 'platform.clients.<name>' add one"
						.formatted(name, known));
		}
		return client;
	}

	@Override
	public Set<String> names() {
		return this.clients.keySet();
	}

}
