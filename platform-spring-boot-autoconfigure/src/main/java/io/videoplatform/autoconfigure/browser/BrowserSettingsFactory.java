package io.videoplatform.autoconfigure.browser;

import java.util.List;
import java.util.regex.Pattern;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.browser.BrowserSettings;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.http.OriginParser;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.util.StringUtils;

/**
 * Checks the properties of the document for browser applications. Their values are
 * published and may not include what a server has to keep secret.
 */
final class BrowserSettingsFactory {

	private static final String CLIENT_ID = "platform.browser.client-id";

	/**
	 * Segments of unreserved characters and sub-delimiters (RFC 3986, section 3.3),
	 * without {@code .} and {@code ..} and without what Spring reads as a pattern.
	 */
	private static final Pattern PATH = Pattern.compile("(?:/(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~!$&'()+,=:@-]+)+");

	private final BrowserProperties properties;

	private final PlatformSettings settings;

	BrowserSettingsFactory(BrowserProperties properties, PlatformSettings settings) {
		this.properties = properties;
		this.settings = settings;
	}

	BrowserSettings create() {
		ClientSettings platform = this.settings.defaultClient();
		return new BrowserSettings(path(this.properties.path().trim()), clientId(platform, this.properties.clientId()),
				this.properties.flow(), scope(),
				OriginParser.ofPages("platform.browser.allowed-origins", this.properties.allowedOrigins()),
				platform.root().baseUrl());
	}

	private String clientId(ClientSettings platform, @Nullable String value) {
		if (!StringUtils.hasText(value)) {
			throw new PlatformConfigurationException(CLIENT_ID, null,
					"is not set, but needed by 'platform.browser.enabled'",
					"Set it to a public client of the browser application's own, or remove 'platform.browser.enabled'.");
		}
		String clientId = value.trim();
		this.settings.all()
			.stream()
			.filter((client) -> client.root().equals(platform.root()))
			.map(ClientSettings::credentials)
			.forEach((credentials) -> refuseConfidential(clientId, credentials));
		return clientId;
	}

	private static void refuseConfidential(String clientId, @Nullable ClientCredentials server) {
		if (server != null && server.isConfidential() && server.clientId().equals(clientId)) {
			throw new PlatformConfigurationException(CLIENT_ID, PrintableText.of(clientId),
					"is the client of '%s', which has a secret or a key that no browser can keep"
						.formatted(server.property("client-id")),
					"Register a public client of the browser application's own, and set '%s' to it."
						.formatted(CLIENT_ID));
		}
	}

	private static String path(String path) {
		if (!PATH.matcher(path).matches()) {
			throw new PlatformConfigurationException("platform.browser.path", PrintableText.of(path),
					"is no path of a document",
					"Write a path that begins with '/', without a trailing slash, a query and wildcards, such as '/platform/client.json'.");
		}
		return path;
	}

	private List<String> scope() {
		List<String> scope = this.properties.scope().stream().map(String::trim).filter(StringUtils::hasText).toList();
		return scope.isEmpty() ? List.of(OidcScopes.OPENID) : scope;
	}

}
