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
import io.videoplatform.internal.transport.PlatformHttpClients;
import io.videoplatform.internal.transport.ReloadableSslBundle;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.autoconfigure.HttpClientProperties;
import org.springframework.boot.http.client.autoconfigure.HttpClientSettingsPropertyMapper;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;
import org.springframework.web.service.registry.HttpServiceGroup;

/**
 * The groups of HTTP interfaces that belong to the platform: {@code platform}, and
 * <code>platform-&lt;name&gt;</code> for each named client. A group is named like the
 * client's registration with Spring Security. Its settings are Boot's
 * <code>spring.http.serviceclient.&lt;group&gt;.*</code>, and below them those of the
 * client.
 */
final class HttpServiceGroups {

	private static final String PREFIX = PlatformClients.DEFAULT + "-";

	private final Map<String, ClientSettings> clients = new LinkedHashMap<>();

	private final PlatformSettings platform;

	private final PlatformHttpClients httpClients;

	private final @Nullable HttpServiceClientProperties properties;

	private final HttpClientSettingsPropertyMapper mapper;

	private final @Nullable SslBundles sslBundles;

	HttpServiceGroups(PlatformSettings platform, PlatformHttpClients httpClients,
			@Nullable HttpServiceClientProperties properties, @Nullable SslBundles sslBundles,
			@Nullable HttpClientSettings settings) {
		platform.clients()
			.forEach((name, client) -> this.clients.put(ClientCredentials.registrationIdOf(name), client));
		this.platform = platform;
		this.httpClients = httpClients;
		this.properties = properties;
		this.mapper = new HttpClientSettingsPropertyMapper(sslBundles, settings);
		this.sslBundles = sslBundles;
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

	/**
	 * Return the base URL of a group's requests.
	 */
	String baseUrl(HttpServiceGroup group) {
		HttpClientProperties stated = properties(group);
		String baseUrl = (stated != null) ? stated.getBaseUrl() : null;
		return (baseUrl != null && StringUtils.hasText(baseUrl)) ? baseUrl : client(group).root().baseUrl().toString();
	}

	/**
	 * Return whether redirects within the platform's origin are followed.
	 */
	boolean followsRedirects(HttpServiceGroup group) {
		return http(group).redirects() != HttpRedirects.DONT_FOLLOW;
	}

	/**
	 * Return the settings of the HTTP client.
	 */
	HttpClientSettings http(HttpServiceGroup group) {
		return this.mapper.map(properties(group));
	}

	/**
	 * Return the HTTP clients of a group. The SSL bundle that its own properties name
	 * comes before that of the client, whichever that is.
	 */
	PlatformHttpClients httpClients(HttpServiceGroup group) {
		ClientSettings.Ssl ssl = this.platform.ssl(client(group).root());
		HttpClientProperties stated = properties(group);
		PlatformHttpClients ofClient = (ssl != null) ? this.httpClients.secured(ssl) : this.httpClients;
		return (stated != null)
				? ofClient.secured(
						ReloadableSslBundle.of(http(group).sslBundle(), stated.getSsl().getBundle(), this.sslBundles))
				: ofClient;
	}

	private @Nullable HttpClientProperties properties(HttpServiceGroup group) {
		return (this.properties != null) ? this.properties.get(group.name()) : null;
	}

}
