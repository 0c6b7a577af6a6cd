package io.videoplatform.autoconfigure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.PrintableText;

/**
 * Validates redirect URIs of properties. They are templates that Spring Security expands
 * for each request, too late to find a mistake.
 */
final class RedirectUriValidator {

	private static final Map<String, String> VARIABLES = Map.of("{baseUrl}", "https://app.example.com", "{baseScheme}",
			"https", "{baseHost}", "app.example.com", "{basePort}", ":8443", "{basePath}", "/app", "{registrationId}",
			"platform");

	private static final String ACTION = "{action}";

	private static final Set<String> SCHEMES = Set.of("http", "https");

	private RedirectUriValidator() {
	}

	/**
	 * Check a redirect URI of logins (RFC 6749, section 3.1.2).
	 */
	static String afterLogin(String property, String value) {
		return check(property, value, value.replace(ACTION, "login"), "action, ");
	}

	/**
	 * Check a redirect URI of logouts.
	 */
	static String afterLogout(String property, String value) {
		return check(property, value, value, "");
	}

	private static String check(String property, String value, String template, String further) {
		if (!isRedirectUri(template)) {
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, property,
					(value.indexOf('@') == -1) ? PrintableText.of(value) : null,
					"is no absolute http or https URL without userinfo and fragment",
					"Write a URL such as 'https://app.example.com/back'; it may begin with '{baseUrl}' and hold the variables %sbaseHost, basePath, basePort, baseScheme, baseUrl, registrationId."
						.formatted(further));
		}
		return value;
	}

	private static boolean isRedirectUri(String template) {
		String expanded = template;
		for (Map.Entry<String, String> variable : VARIABLES.entrySet()) {
			expanded = expanded.replace(variable.getKey(), variable.getValue());
		}
		try {
			URI uri = new URI(expanded);
			return uri.getHost() != null && uri.getScheme() != null
					&& SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT)) && uri.getRawUserInfo() == null
					&& uri.getRawFragment() == null;
		}
		catch (URISyntaxException ex) {
			// An unknown variable, or no URL at all: the caller fails with a message
			return false;
		}
	}

}
