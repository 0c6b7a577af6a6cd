package io.videoplatform.autoconfigure;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.PrintableText;

/**
 * Checks that configured parameters of authorization requests replace none that protects
 * a login or that another property sets.
 */
final class AuthorizationParametersValidator {

	/**
	 * Without underscores, which a name loses that is written without brackets.
	 */
	private static final Set<String> RESERVED = Set.of("clientid", "clientsecret", "codechallenge",
			"codechallengemethod", "codeverifier", "nonce", "redirecturi", "request", "requesturi", "responsemode",
			"responsetype", "scope", "state");

	private AuthorizationParametersValidator() {
	}

	static void check(String property, Map<String, String> parameters) {
		parameters.forEach((name, value) -> {
			String named = property + "." + PrintableText.of(name);
			if (RESERVED.contains(name.replace("_", "").toLowerCase(Locale.ROOT))) {
				throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, named, null,
						"has the name of a parameter that each login sets itself", "Remove it.");
			}
			if (name.isBlank() || value.isBlank()) {
				throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, named, null, "has no value",
						"Write a value, or remove it.");
			}
		});
	}

}
