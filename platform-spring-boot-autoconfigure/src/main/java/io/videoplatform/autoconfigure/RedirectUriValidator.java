package io.videoplatform.autoconfigure;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.registration.ClientCredentials;

import org.springframework.web.util.UriComponentsBuilder;

/**
 * Validates redirect URIs of properties. They are templates that Spring Security expands
 * for each request, too late to find a mistake.
 */
final class RedirectUriValidator {

	/**
	 * Not checked at every start, which would take several milliseconds of it.
	 */
	private static final Set<String> DEFAULTS = Set.of(ClientCredentials.REDIRECT_URI, "{baseUrl}/");

	private static final Map<String, String> AFTER_LOGOUT = Map.of("baseUrl", "https://app.example.com", "baseScheme",
			"https", "baseHost", "app.example.com", "basePort", ":8443", "basePath", "/app", "registrationId",
			"platform");

	private static final Map<String, String> AFTER_LOGIN = withAction();

	private static final Set<String> SCHEMES = Set.of("http", "https");

	private RedirectUriValidator() {
	}

	private static Map<String, String> withAction() {
		Map<String, String> variables = new TreeMap<>(AFTER_LOGOUT);
		variables.put("action", "login");
		return variables;
	}

	/**
	 * Check a redirect URI of logins (RFC 6749, section 3.1.2).
	 */
	static String afterLogin(String property, String value) {
		return check(property, value, AFTER_LOGIN);
	}

	/**
	 * Check a redirect URI of logouts.
	 */
	static String afterLogout(String property, String value) {
		return check(property, value, AFTER_LOGOUT);
	}

	private static String check(String property, String value, Map<String, String> variables) {
		if (!DEFAULTS.contains(value) && !isRedirectUri(value, variables)) {
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, property,
					(value.indexOf('@') == -1) ? PrintableText.of(value) : null,
					"is no absolute http or https URL without userinfo and fragment",
					"Write a URL such as 'https://app.example.com/back'; it may begin with '{baseUrl}' and hold the variables %s."
						.formatted(String.join(", ", new TreeMap<>(variables).keySet())));
		}
		return value;
	}

	private static boolean isRedirectUri(String value, Map<String, String> variables) {
		try {
			URI uri = URI.create(UriComponentsBuilder.fromUriString(value).buildAndExpand(variables).toUriString());
			return uri.getHost() != null && uri.getScheme() != null
					&& SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT)) && uri.getRawUserInfo() == null
					&& uri.getRawFragment() == null;
		}
		catch (IllegalArgumentException ex) {
			// An unknown variable, or no URL at all: the caller fails with a message
			return false;
		}
	}

}
