package io.videoplatform.samples.localplatform;

import java.util.List;

import io.videoplatform.samples.localplatform.authorization.Realm;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;

/**
 * Cross-origin rules: scripts of any page may call WebFinger (RFC 7033, section 5), those
 * of pages on this machine also the authorization server and the API. Addresses that a
 * browser is sent to have no such rules: a form may come from a page that sends no
 * origin.
 */
@Configuration(proxyBeanMethods = false)
class BrowserAccess {

	private static final List<String> ASKED_BY_SCRIPTS = List.of("/.well-known/**", "/oauth2/jwks", "/oauth2/revoke",
			"/oauth2/token", "/userinfo");

	@Bean
	CorsConfigurationSource corsConfigurationSource() {
		UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
		source.registerCorsConfiguration("/.well-known/webfinger", everywhere());
		source.registerCorsConfiguration("/v1/**", onThisMachine());
		for (String path : ASKED_BY_SCRIPTS) {
			source.registerCorsConfiguration(Realm.PATH + path, withCredentials(onThisMachine()));
		}
		return source;
	}

	private static CorsConfiguration everywhere() {
		CorsConfiguration configuration = new CorsConfiguration();
		configuration.addAllowedOrigin(CorsConfiguration.ALL);
		return configuration;
	}

	/**
	 * Let scripts send cookies, as {@code keycloak-js} does to the token endpoint without
	 * needing them.
	 */
	private static CorsConfiguration withCredentials(CorsConfiguration configuration) {
		configuration.setAllowCredentials(true);
		return configuration;
	}

	private static CorsConfiguration onThisMachine() {
		CorsConfiguration configuration = new CorsConfiguration();
		configuration.setAllowedOriginPatterns(List.of("http://127.0.0.1:[*]", "http://localhost:[*]"));
		configuration.addAllowedMethod(CorsConfiguration.ALL);
		configuration.addAllowedHeader(CorsConfiguration.ALL);
		configuration.setExposedHeaders(List.of(HttpHeaders.ACCEPT_RANGES, HttpHeaders.CONTENT_RANGE, HttpHeaders.ETAG,
				HttpHeaders.LOCATION, HttpHeaders.WWW_AUTHENTICATE));
		return configuration;
	}

}
