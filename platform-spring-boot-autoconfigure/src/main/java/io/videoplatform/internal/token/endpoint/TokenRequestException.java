package io.videoplatform.internal.token.endpoint;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * A token request that brought no token, and what is known of its outcome.
 */
public final class TokenRequestException extends RuntimeException {

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

	/**
	 * Return what is known of the request.
	 * @return the outcome
	 */
	public Outcome outcome() {
		return this.outcome;
	}

	private boolean isRefresh() {
		return AuthorizationGrantType.REFRESH_TOKEN.equals(this.grantType);
	}

	/**
	 * Return whether it was the exchange of an authorization code, which is never
	 * repeated.
	 * @return whether it was
	 */
	public boolean isCodeExchange() {
		return AuthorizationGrantType.AUTHORIZATION_CODE.equals(this.grantType);
	}

	/**
	 * Return whether the provider refused the grant, so that another one may help.
	 * @param failure any failure
	 * @return whether it did
	 */
	public static boolean refusesGrant(Throwable failure) {
		return failure instanceof TokenRequestException request && request.outcome == Outcome.GRANT_REFUSED;
	}

	/**
	 * Return whether the provider refused a refresh so that the client may go on to
	 * another grant: by any OAuth 2.0 error that does not concern the client's secret.
	 * @param failure any failure
	 * @return whether it did
	 */
	public static boolean refusesRefresh(Throwable failure) {
		return refusesGrant(failure) || (failure instanceof TokenRequestException request && request.errorCode != null
				&& (request.outcome == Outcome.REQUEST_REFUSED || "unauthorized_client".equals(request.errorCode)));
	}

	/**
	 * Return whether a refresh was sent and the provider may have used up the refresh
	 * token.
	 * @param failure any failure
	 * @return whether it may
	 */
	public static boolean leavesInDoubt(@Nullable Throwable failure) {
		return failure instanceof TokenRequestException request && request.isRefresh()
				&& request.outcome == Outcome.UNKNOWN;
	}

	/**
	 * Return the URL that the request was sent to.
	 * @return the URL, with its query
	 */
	public URI endpoint() {
		return this.endpoint;
	}

	/**
	 * Return the OAuth 2.0 error code.
	 * @return the code as it may be shown, or {@code null} if there was none
	 */
	public @Nullable String errorCode() {
		return this.errorCode;
	}

	/**
	 * Return the pause that the provider wants.
	 * @return the pause, or {@code null} if it states none
	 */
	public @Nullable Duration retryAfter() {
		return this.retryAfter;
	}

	/**
	 * What is known of a request that brought no token.
	 */
	public enum Outcome {

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
