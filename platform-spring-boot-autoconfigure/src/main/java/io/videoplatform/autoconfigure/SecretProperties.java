package io.videoplatform.autoconfigure;

import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

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
		return SanitizingFunction.sanitizeValue().ifMatches((data) -> isSecret(data.getKey(), data.getValue()));
	}

	private static boolean isSecret(String key, @Nullable Object value) {
		String name = SEPARATORS.matcher(key.toLowerCase(Locale.ROOT)).replaceAll("");
		return name.startsWith("platform") && (isSecret(name)
				|| (isLocation(name) && value != null && !SecretLocation.isShowable(value.toString())));
	}

	private static boolean isSecret(String name) {
		return name.endsWith("password") || name.endsWith("clientsecret") || name.endsWith("encryptionindexkey")
				|| name.contains("encryptionkeys") || name.contains("tokenrequestparameters");
	}

	private static boolean isLocation(String name) {
		return name.endsWith("passwordlocation") || name.endsWith("clientsecretlocation")
				|| name.endsWith("clientkeylocation");
	}

}
