package io.videoplatform.internal.browser;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import io.videoplatform.browser.BrowserFlow;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.cors.CorsConfiguration;

/**
 * The validated settings of the document for browser applications, all of them public.
 *
 * @param path the path of the document
 * @param clientId the public client of the browser application
 * @param flow how it acquires tokens
 * @param scope the scopes that it requests
 * @param allowedOrigins the origins of other pages that may read the document
 * @param apiBaseUrl the base URL of all API requests
 */
public record BrowserSettings(String path, String clientId, BrowserFlow flow, List<String> scope,
		List<String> allowedOrigins, URI apiBaseUrl) {

	private static final Duration PREFLIGHT_LIFETIME = Duration.ofMinutes(30);

	/**
	 * Create a new instance.
	 */
	public BrowserSettings {
		scope = List.copyOf(scope);
		allowedOrigins = List.copyOf(allowedOrigins);
	}

	/**
	 * Return which pages of other origins may read the document (Fetch Standard, section
	 * 3.3). Credentials are not allowed: the document is the same for all users.
	 * @return the configuration, which allows none by default
	 */
	public CorsConfiguration cors() {
		CorsConfiguration cors = new CorsConfiguration();
		cors.setAllowedOrigins(this.allowedOrigins);
		cors.setAllowedMethods(List.of(HttpMethod.GET.name(), HttpMethod.HEAD.name()));
		cors.setAllowedHeaders(List.of(CorsConfiguration.ALL));
		cors.setExposedHeaders(List.of(HttpHeaders.ETAG, HttpHeaders.RETRY_AFTER));
		cors.setMaxAge(PREFLIGHT_LIFETIME);
		return cors;
	}

}
