package io.videoplatform;

import org.jspecify.annotations.Nullable;

/**
 * Thrown at start when the settings cannot work. It names the property, its value unless
 * that is a secret, and what to write instead.
 *
 * @since 0.1.0
 */
public class PlatformConfigurationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final PlatformError error;

	private final String property;

	private final @Nullable String value;

	private final String reason;

	private final String action;

	/**
	 * Create a new instance for a mistake that has no other entry in the catalogue than
	 * {@link PlatformError#CONFIGURATION}.
	 * @param property the full name of the property
	 * @param value the value as it may be shown, or {@code null} if there is none or it
	 * is a secret
	 * @param reason what is wrong with it, as the rest of a sentence that begins with the
	 * property
	 * @param action what to do, an imperative sentence
	 */
	public PlatformConfigurationException(String property, @Nullable String value, String reason, String action) {
		this(PlatformError.CONFIGURATION, property, value, reason, action);
	}

	/**
	 * Create a new instance.
	 * @param error the entry of the catalogue
	 * @param property the full name of the property
	 * @param value the value as it may be shown, or {@code null} if there is none or it
	 * is a secret
	 * @param reason what is wrong with it, as the rest of a sentence that begins with the
	 * property
	 * @param action what to do, an imperative sentence
	 */
	public PlatformConfigurationException(PlatformError error, String property, @Nullable String value, String reason,
			String action) {
		super(message(property, value, reason) + " " + action);
		this.error = error;
		this.property = property;
		this.value = value;
		this.reason = reason;
		this.action = action;
	}

	private static String message(String property, @Nullable String value, String reason) {
		return (value != null) ? "Property '%s' with value '%s' %s.".formatted(property, value, reason)
				: "Property '%s' %s.".formatted(property, reason);
	}

	/**
	 * Return what kind of mistake it is.
	 * @return the entry of the catalogue
	 */
	public PlatformError getError() {
		return this.error;
	}

	/**
	 * Return the full name of the property.
	 * @return the property
	 */
	public String getProperty() {
		return this.property;
	}

	/**
	 * Return the value as it may be shown.
	 * @return the value, or {@code null} if there is none or it is a secret
	 */
	public @Nullable String getValue() {
		return this.value;
	}

	/**
	 * Return what is wrong, without the action.
	 * @return a full sentence
	 */
	public String getDescription() {
		return message(this.property, this.value, this.reason);
	}

	/**
	 * Return what to do.
	 * @return an imperative sentence
	 */
	public String getAction() {
		return this.action;
	}

}
