package io.videoplatform.autoconfigure.browser;

import io.videoplatform.internal.browser.BrowserEndpoint;
import io.videoplatform.internal.browser.BrowserSettings;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.engine.PlatformHost;
import io.videoplatform.internal.engine.PlatformSettings;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The document for browser applications, in servlet and in reactive applications.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BrowserProperties.class)
class BrowserConfiguration {

	/**
	 * Before the handlers of the application, one of which may match every path.
	 */
	static final int ORDER = -100;

	@Bean
	BrowserSettings platformBrowserSettings(BrowserProperties properties, PlatformSettings settings) {
		return new BrowserSettingsFactory(properties, settings).create();
	}

	@Bean
	BrowserEndpoint platformBrowserEndpoint(BrowserSettings browser, PlatformSettings settings, PlatformEngine engine) {
		ClientSettings platform = settings.defaultClient();
		PlatformHost host = engine.host(platform);
		return new BrowserEndpoint(browser, host.discovery(platform.discovery().forMutualTls(false)),
				host.connections().rules(), engine.context().clock(), engine.context().callbacks(),
				engine.context().events());
	}

}
