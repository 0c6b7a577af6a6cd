package io.videoplatform.autoconfigure.httpservice;

import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformSettings;
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
 * The settings of a group of HTTP interfaces: Boot's
 * <code>spring.http.serviceclient.&lt;group&gt;.*</code>, and below them those of the
 * client.
 */
final class HttpServiceSettings {

	private final HttpServiceGroups groups;

	private final PlatformSettings platform;

	private final PlatformHttpClients httpClients;

	private final @Nullable HttpServiceClientProperties properties;

	private final HttpClientSettingsPropertyMapper mapper;

	private final @Nullable SslBundles sslBundles;

	HttpServiceSettings(HttpServiceGroups groups, PlatformSettings platform, PlatformHttpClients httpClients,
			@Nullable HttpServiceClientProperties properties, @Nullable SslBundles sslBundles,
			@Nullable HttpClientSettings settings) {
		this.groups = groups;
		this.platform = platform;
		this.httpClients = httpClients;
		this.properties = properties;
		this.mapper = new HttpClientSettingsPropertyMapper(sslBundles, settings);
		this.sslBundles = sslBundles;
	}

	/**
	 * Return the base URL of a group's requests.
	 */
	String baseUrl(HttpServiceGroup group) {
		HttpClientProperties stated = properties(group);
		String baseUrl = (stated != null) ? stated.getBaseUrl() : null;
		return (baseUrl != null && StringUtils.hasText(baseUrl)) ? baseUrl
				: this.groups.client(group).root().baseUrl().toString();
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
		ClientSettings.Ssl ssl = this.platform.ssl(this.groups.client(group).root());
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
