package io.videoplatform.autoconfigure.browser;

import java.util.LinkedHashSet;
import java.util.Set;

import io.videoplatform.browser.BrowserFlow;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the document that gives browser applications what discovery has found.
 *
 * @param enabled Whether the document is served.
 * @param path Path of the document, below that of the application.
 * @param clientId Client identifier of the browser application, a public client of its
 * own.
 * @param flow How the browser application acquires tokens.
 * @param scope Scopes that the browser application requests.
 * @param allowedOrigins Origins whose pages may read the document besides those of the
 * application itself.
 */
@ConfigurationProperties("platform.browser")
record BrowserProperties(@DefaultValue("false") boolean enabled, @DefaultValue("/platform/client.json") String path,
		@Nullable String clientId, @DefaultValue("standard") BrowserFlow flow,
		@DefaultValue("openid") Set<String> scope, @DefaultValue Set<String> allowedOrigins) {

	/**
	 * Create a new instance.
	 */
	BrowserProperties {
		scope = new LinkedHashSet<>(scope);
		allowedOrigins = new LinkedHashSet<>(allowedOrigins);
	}

}
