package io.videoplatform;

/**
 * A step on the way from the root URL to an authorized request.
 *
 * <pre class="code">
 * &#64;EventListener
 * void note(PlatformEvent event) {
 *     if (event.step() == PlatformStep.ISSUER_TRUST) {
 *         notifySecurity(event.message());
 *     }
 * }
 * </pre>
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
	 * The request for the issuer's keys (OpenID Connect Core 1.0, section 10.1.1).
	 */
	PROVIDER_KEYS("Provider keys"),

	/**
	 * The check of an ID token (OpenID Connect Core 1.0, sections 3.1.3.7 and 12.2).
	 */
	ID_TOKEN("ID token"),

	/**
	 * The request for the user's claims (OpenID Connect Core 1.0, section 5.3).
	 */
	USERINFO_REQUEST("UserInfo request"),

	/**
	 * The way of a user through the authorization endpoint and back (RFC 6749, section
	 * 4.1).
	 */
	LOGIN("Login"),

	/**
	 * The use of the store that several nodes share.
	 */
	STORE("Store"),

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
