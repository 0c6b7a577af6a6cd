package io.videoplatform.autoconfigure.httpservice;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.transport.PlatformHttpClients;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;

/**
 * Auto-configuration of HTTP interfaces that call the platform: those of the group
 * {@code platform} and, for each named client, of the group
 * <code>platform-&lt;name&gt;</code>. Other groups stay as they are.
 *
 * <pre class="code">
 * &#64;Configuration
 * &#64;ImportHttpServices(group = "platform", types = Videos.class)
 * class VideoConfiguration {
 *
 * }
 * </pre>
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class, afterName = {
		"org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration",
		"org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration",
		"org.springframework.boot.webclient.autoconfigure.service.ReactiveHttpServiceClientAutoConfiguration" })
@ConditionalOnBean({ HttpServiceProxyRegistry.class, PlatformEngine.class })
@Import({ RestClientGroupConfiguration.class, WebClientGroupConfiguration.class })
public final class PlatformHttpServiceAutoConfiguration {

	/**
	 * After Boot's properties and customizers, which are for all clients alike, and
	 * before the configurers of the application, which have no order unless they say so.
	 */
	static final int AFTER_CUSTOMIZERS = 1;

	PlatformHttpServiceAutoConfiguration() {
	}

	@Bean
	HttpServiceGroups platformHttpServiceGroups(PlatformSettings platform, PlatformHttpClients httpClients,
			ObjectProvider<HttpServiceClientProperties> properties, ObjectProvider<SslBundles> sslBundles,
			ObjectProvider<HttpClientSettings> settings) {
		return new HttpServiceGroups(platform, httpClients, properties.getIfAvailable(), sslBundles.getIfUnique(),
				settings.getIfAvailable());
	}

}
