package io.videoplatform.autoconfigure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.registration.ClientCredentials;

import org.springframework.web.util.UriComponentsBuilder;

/**
 * Validates redirect URIs of properties. They are templates that Spring Security expands
 * for each request, too late to find a mistake.
 */
final class RedirectUriValidator {

	/**
	 * The default of a logout's redirect URI.
	 */
	static final String HOME = "{baseUrl}/";

	/**
	 * Not worth the time of each start.
	 */
	private static final Set<String> DEFAULTS = Set.of(ClientCredentials.REDIRECT_URI, HOME);

	private static final Map<String, String> AFTER_LOGOUT = Map.of("baseUrl", "https://app.example.com", "baseScheme",
			"https", "baseHost", "app.example.com", "basePort", ":8443", "basePath", "/app", "registrationId",
			"platform");

	private static final Map<String, String> AFTER_LOGIN = new HashMap<>(AFTER_LOGOUT);

	static {
		AFTER_LOGIN.put("action", "login");
	}

	private RedirectUriValidator() {
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
			throw new PlatformConfigurationException(property,
					(value.indexOf('@') == -1) ? PrintableText.of(value) : null,
					"is no absolute http or https URL without userinfo and fragment",
					"Write a URL such as 'https://app.example.com/back'; it may begin with '{baseUrl}' and hold the variables %s."
						.formatted(String.join(", ", new TreeSet<>(variables.keySet()))));
		}
		return value;
	}

	/**
	 * Expanded as Spring Security does it.
	 */
	private static boolean isRedirectUri(String template, Map<String, String> variables) {
		try {
			URI uri = new URI(UriComponentsBuilder.fromUriString(template).buildAndExpand(variables).toUriString());
			return uri.getHost() != null && String.valueOf(uri.getScheme()).matches("(?i)https?")
					&& uri.getRawUserInfo() == null && uri.getRawFragment() == null;
		}
		catch (IllegalArgumentException | URISyntaxException ex) {
			// An unknown variable, or no URL at all: the caller fails with a message
			return false;
		}
	}

}
