package io.videoplatform.autoconfigure.httpservice;

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

	private final @Nullable HttpServiceClientProperties properties;

	private final HttpClientSettingsPropertyMapper mapper;

	private final @Nullable SslBundles sslBundles;

	HttpServiceSettings(HttpServiceGroups groups, @Nullable HttpServiceClientProperties properties,
			@Nullable SslBundles sslBundles, @Nullable HttpClientSettings settings) {
		this.groups = groups;
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
	 * Return the SSL bundle that the group's own properties name, or {@code null}. It
	 * comes before that of the client, whichever that is.
	 */
	@Nullable ReloadableSslBundle bundle(HttpServiceGroup group) {
		HttpClientProperties stated = properties(group);
		return (stated != null)
				? ReloadableSslBundle.of(http(group).sslBundle(), stated.getSsl().getBundle(), this.sslBundles) : null;
	}

	private @Nullable HttpClientProperties properties(HttpServiceGroup group) {
		return (this.properties != null) ? this.properties.get(group.name()) : null;
	}

}
