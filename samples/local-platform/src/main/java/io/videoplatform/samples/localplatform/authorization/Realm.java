package io.videoplatform.samples.localplatform.authorization;

/**
 * Realm whose accounts and clients the authorization server knows, and the addresses
 * below which it responds.
 *
 * @since 0.1.0
 */
public final class Realm {

	/**
	 * Name of the realm.
	 */
	public static final String NAME = "platform";

	/**
	 * Path of the authorization server, without a slash at the end.
	 */
	public static final String SERVER_PATH = "/auth";

	/**
	 * Path of the realm, that of its issuer.
	 */
	public static final String PATH = SERVER_PATH + "/realms/" + NAME;

	/**
	 * Path of the provider configuration (OpenID Connect Discovery 1.0, section 4).
	 */
	public static final String CONFIGURATION_PATH = PATH + "/.well-known/openid-configuration";

	/**
	 * Path of the token endpoint.
	 */
	public static final String TOKEN_PATH = PATH + "/oauth2/token";

	/**
	 * Path of the authorization endpoint.
	 */
	static final String AUTHORIZATION_PATH = PATH + "/oauth2/authorize";

	private Realm() {
	}

}
