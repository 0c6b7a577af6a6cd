package io.videoplatform.internal.registration;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.http.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * Recognises a property that is nothing but a placeholder without a value. Spring Boot
 * binds the text of the placeholder then, which would be sent as it is.
 */
public final class Placeholder {

	private Placeholder() {
	}

	/**
	 * Check a property.
	 * @throws PlatformConfigurationException if it is a placeholder
	 */
	public static void refuse(String property, @Nullable String value, boolean secret) {
		String text = (value != null) ? value.strip() : "";
		if (text.startsWith("${") && text.endsWith("}")) {
			throw new PlatformConfigurationException(property, secret ? null : PrintableText.of(text),
					"refers to a variable that is not set", "Set the variable, or write the value into the property.");
		}
	}

}
