package io.videoplatform.benchmarks.stub;

/**
 * What the stub counts since the last reset.
 */
public enum Counter {

	/**
	 * Requests of every kind.
	 */
	REQUESTS,

	/**
	 * Requests for the WebFinger document.
	 */
	WEB_FINGER,

	/**
	 * Requests for the provider's configuration.
	 */
	CONFIGURATION,

	/**
	 * Token requests with the password grant.
	 */
	LOGINS,

	/**
	 * Those that were refused.
	 */
	REFUSED_LOGINS,

	/**
	 * Token requests with a refresh token.
	 */
	REFRESHES,

	/**
	 * Those that were refused.
	 */
	REFUSED_REFRESHES,

	/**
	 * Those whose response was lost after the provider had processed the request.
	 */
	LOST_RESPONSES,

	/**
	 * Refresh tokens that came a second time while their access token was valid.
	 */
	EARLY_REUSES,

	/**
	 * Calls of the API.
	 */
	CALLS,

	/**
	 * Calls with the response 401.
	 */
	UNAUTHORIZED_CALLS,

	/**
	 * Calls of the API with a token that was used at another address before.
	 */
	FOREIGN_TOKENS,

	/**
	 * Requests for the provider's keys.
	 */
	KEYS,

	/**
	 * Authorization codes of users that were exchanged.
	 */
	CODES,

	/**
	 * Refreshes of users' tokens.
	 */
	USER_REFRESHES,

	/**
	 * Those that came before half of the access token's lifetime, or as is set: a second
	 * refresh within one expiry.
	 */
	EARLY_USER_REFRESHES,

	/**
	 * Users' refresh tokens that came a second time, for which the provider ended the
	 * login.
	 */
	USER_REUSES,

	/**
	 * Users' refresh tokens that came a second time and were accepted.
	 */
	ACCEPTED_USER_REUSES,

	/**
	 * Refreshes of users' tokens that were refused with {@code invalid_grant}.
	 */
	REFUSED_USER_REFRESHES,

	/**
	 * Users' refresh tokens that were revoked.
	 */
	REVOCATIONS,

	/**
	 * Logins of users that the provider holds, not counted from the reset.
	 */
	ACTIVE_LOGINS,

	/**
	 * When the last token response was sent, in milliseconds of the system's clock.
	 */
	LAST_TOKEN_AT

}
