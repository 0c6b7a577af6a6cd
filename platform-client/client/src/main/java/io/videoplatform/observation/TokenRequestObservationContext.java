package io.videoplatform.observation;

/**
 * A request to the token endpoint (RFC 6749, section 3.2). Its outcome is
 * {@code SUCCESS}, {@code NOT_PROCESSED}, {@code IN_DOUBT} (it may have been processed),
 * {@code GRANT_REFUSED}, {@code CLIENT_REFUSED}, {@code REQUEST_REFUSED} or
 * {@code CANCELLED}.
 *
 * @since 0.1.0
 */
public class TokenRequestObservationContext extends PlatformObservationContext {

	private final String client;

	private final String grantType;

	/**
	 * Create a new instance.
	 * @param client the client's name; not that of a platform that is named at run time
	 * @param grantType the grant type (RFC 6749, appendix A.10)
	 */
	public TokenRequestObservationContext(String client, String grantType) {
		this.client = client;
		this.grantType = grantType;
	}

	/**
	 * Return the client's name.
	 * @return the name, {@code platform-roots} for all platforms that are named at run
	 * time
	 */
	public String getClient() {
		return this.client;
	}

	/**
	 * Return the grant type.
	 * @return the grant type
	 */
	public String getGrantType() {
		return this.grantType;
	}

}
