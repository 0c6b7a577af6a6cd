package io.videoplatform.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.registration.Placeholder;

/**
 * Checks that configured parameters of requests replace none that the requests have of
 * their own.
 */
final class RequestParameterValidator {

	/**
	 * Those of RFC 6749, RFC 7636 and OpenID Connect, without underscores, which a name
	 * loses that is written without brackets.
	 */
	private static final Set<String> AUTHORIZATION = Set.of("clientid", "clientsecret", "codechallenge",
			"codechallengemethod", "codeverifier", "nonce", "redirecturi", "request", "requesturi", "responsemode",
			"responsetype", "scope", "state");

	/**
	 * Those of RFC 6749, RFC 7009, RFC 7521 and RFC 7636.
	 */
	private static final Set<String> TOKEN = Set.of("granttype", "clientid", "clientsecret", "clientassertion",
			"clientassertiontype", "assertion", "refreshtoken", "code", "codeverifier", "redirecturi", "username",
			"password", "scope", "token", "tokentypehint");

	private RequestParameterValidator() {
	}

	static void authorization(String property, Map<String, String> parameters) {
		parameters.forEach((name, value) -> check(property, AUTHORIZATION, name, List.of(value)));
	}

	static void token(String property, Map<String, List<String>> parameters) {
		parameters.forEach((name, values) -> check(property, TOKEN, name, values));
	}

	private static void check(String property, Set<String> reserved, String name, Collection<String> values) {
		String named = property + "." + PrintableText.of(name);
		values.forEach((value) -> Placeholder.refuse(named, value, true));
		if (reserved.contains(name.replace("_", "").toLowerCase(Locale.ROOT))) {
			throw new PlatformConfigurationException(named, null,
					"has the name of a parameter that the client sets itself",
					"Remove it; other properties of the client set such parameters.");
		}
		if (name.isBlank() || values.isEmpty() || values.stream().anyMatch(String::isBlank)) {
			throw new PlatformConfigurationException(named, null, "has no value", "Write a value, or remove it.");
		}
	}

}
