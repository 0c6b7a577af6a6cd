package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * A token request that brought no token, and what is known of its outcome.
 */
final class TokenRequestException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Outcome outcome;

	private final AuthorizationGrantType grantType;

	private final URI endpoint;

	private final @Nullable String errorCode;

	private final @Nullable Duration retryAfter;

	TokenRequestException(Outcome outcome, AuthorizationGrantType grantType, URI endpoint, String message,
			@Nullable String errorCode, @Nullable Duration retryAfter, @Nullable Throwable cause) {
		super(message, cause);
		this.outcome = outcome;
		this.grantType = grantType;
		this.endpoint = endpoint;
		this.errorCode = errorCode;
		this.retryAfter = retryAfter;
	}

	Outcome outcome() {
		return this.outcome;
	}

	boolean isRefresh() {
		return AuthorizationGrantType.REFRESH_TOKEN.equals(this.grantType);
	}

	/**
	 * Whether it was the exchange of an authorization code, which is never repeated.
	 */
	boolean isCodeExchange() {
		return AuthorizationGrantType.AUTHORIZATION_CODE.equals(this.grantType);
	}

	/**
	 * Whether a refresh was sent and the provider may have used up the refresh token.
	 */
	boolean leavesRefreshInDoubt() {
		return isRefresh() && this.outcome == Outcome.UNKNOWN;
	}

	/**
	 * Whether a failure says that the provider takes this grant for no good, so that
	 * another may be.
	 */
	static boolean refusesGrant(Throwable failure) {
		return failure instanceof TokenRequestException request && request.outcome == Outcome.GRANT_REFUSED;
	}

	/**
	 * Whether a failure is an answer of the provider's to a refresh that a client may
	 * follow by another grant: any OAuth 2.0 error that does not concern the client's
	 * secret.
	 */
	static boolean refusesRefresh(Throwable failure) {
		return refusesGrant(failure) || (failure instanceof TokenRequestException request && request.errorCode != null
				&& (request.outcome == Outcome.REQUEST_REFUSED || "unauthorized_client".equals(request.errorCode)));
	}

	/**
	 * Whether a failure says that a refresh was sent and the provider may have used up
	 * the refresh token.
	 */
	static boolean leavesInDoubt(Throwable failure) {
		return failure instanceof TokenRequestException request && request.leavesRefreshInDoubt();
	}

	URI endpoint() {
		return this.endpoint;
	}

	@Nullable String errorCode() {
		return this.errorCode;
	}

	@Nullable Duration retryAfter() {
		return this.retryAfter;
	}

	/**
	 * What is known of a request that brought no token.
	 */
	enum Outcome {

		/**
		 * It cannot have been processed: it may be repeated.
		 */
		NOT_PROCESSED,

		/**
		 * It may have been processed.
		 */
		UNKNOWN,

		/**
		 * The provider refused the grant: a refresh token, or a user name and password.
		 */
		GRANT_REFUSED,

		/**
		 * The provider refused the client: its identifier or its secret.
		 */
		CLIENT_REFUSED,

		/**
		 * The provider refused the request for another reason.
		 */
		REQUEST_REFUSED

	}

}
