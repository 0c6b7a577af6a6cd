package io.videoplatform;

/**
 * A step on the way from the root URL to an authorized request.
 *
 * @since 0.1.0
 */
public enum PlatformStep {

	/**
	 * The WebFinger query at the API host (RFC 7033).
	 */
	WEBFINGER("WebFinger"),

	/**
	 * The request for the provider's configuration (OpenID Connect Discovery 1.0, section
	 * 4).
	 */
	PROVIDER_CONFIGURATION("Provider configuration"),

	/**
	 * The check whether a discovered issuer may receive credentials.
	 */
	ISSUER_TRUST("Issuer trust"),

	/**
	 * The request for a token (RFC 6749, section 3.2).
	 */
	TOKEN_REQUEST("Token request"),

	/**
	 * The request to the platform's API itself (RFC 6750, section 2.1).
	 */
	API_REQUEST("API request");

	private final String label;

	PlatformStep(String label) {
		this.label = label;
	}

	@Override
	public String toString() {
		return this.label;
	}

}
