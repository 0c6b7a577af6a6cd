package io.videoplatform.autoconfigure;

import java.util.Locale;
import java.util.regex.Pattern;

import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * The properties of this starter whose values are secret, however the source of a
 * property spells its name.
 */
final class SecretProperties {

	private static final Pattern SEPARATORS = Pattern.compile("[^a-z0-9]+");

	private SecretProperties() {
	}

	/**
	 * Return what hides their values in endpoints that show values.
	 */
	static SanitizingFunction sanitizer() {
		return SanitizingFunction.sanitizeValue().ifKeyMatches(SecretProperties::isSecret);
	}

	private static boolean isSecret(String key) {
		String name = SEPARATORS.matcher(key.toLowerCase(Locale.ROOT)).replaceAll("");
		return name.startsWith("platform")
				&& (name.endsWith("password") || name.endsWith("clientsecret") || name.endsWith("encryptionindexkey")
						|| name.contains("encryptionkeys") || name.contains("tokenrequestparameters"));
	}

}
