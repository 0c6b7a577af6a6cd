package io.videoplatform.doctor;

/**
 * A rule of a check, in the order in which they are checked.
 *
 * <pre class="code">
 * Optional&lt;CheckFinding&gt; certificate = report.finding(CheckRule.API_CERTIFICATE);
 * </pre>
 *
 * @since 0.1.0
 */
public enum CheckRule {

	/**
	 * The API host has an address and accepts connections.
	 */
	CONNECTION("Connection to the API host", "RFC 7033, section 4.2"),

	/**
	 * The certificate of the API host is valid, for its name, and for some time to come.
	 */
	API_CERTIFICATE("Certificate of the API host", "RFC 9110, section 4.3.4"),

	/**
	 * The API host responds to the WebFinger query and names an issuer.
	 */
	WEBFINGER("WebFinger response", "RFC 7033, section 4"),

	/**
	 * The issuer is one that may receive credentials.
	 */
	ISSUER_TRUST("Trust in the issuer", "RFC 9700, section 4.4"),

	/**
	 * The certificate of the provider's host, as far as it is another host.
	 */
	PROVIDER_CERTIFICATE("Certificate of the provider", "RFC 9110, section 4.3.4"),

	/**
	 * The configuration states its issuer and the endpoints.
	 */
	PROVIDER_CONFIGURATION("Provider configuration", "OpenID Connect Discovery 1.0, section 4"),

	/**
	 * The provider supports the client's grant, and the way in which it authenticates.
	 */
	CLIENT_SUPPORT("Support of the client", "OpenID Connect Discovery 1.0, section 3"),

	/**
	 * The provider publishes a key that signatures can be verified with.
	 */
	PROVIDER_KEYS("Provider keys", "RFC 7517, section 5"),

	/**
	 * The documents state for how long they may be used.
	 */
	CACHING("Cache headers", "RFC 9111, section 4.2"),

	/**
	 * The clocks here and at the other hosts show the same time.
	 */
	CLOCK("Clocks", "OpenID Connect Core 1.0, section 3.1.3.7"),

	/**
	 * The authorization endpoint lets users log in at the client.
	 */
	AUTHORIZATION_REQUEST("Authorization request", "RFC 6749, section 4.1.2.1"),

	/**
	 * The token endpoint gives the client a token, or accepts a client at which users log
	 * in.
	 */
	TOKEN_REQUEST("Token request", "RFC 6749, section 5"),

	/**
	 * The store that nodes share responds, and is used with the same keys.
	 */
	STORE("Store", "platform.store");

	private final String title;

	private final String specification;

	CheckRule(String title, String specification) {
		this.title = title;
		this.specification = specification;
	}

	/**
	 * Return what people call the rule.
	 * @return some words
	 */
	public String title() {
		return this.title;
	}

	/**
	 * Return where the rule is from.
	 * @return the section of a specification, or the prefix of the starter's properties
	 */
	public String specification() {
		return this.specification;
	}

}
