package io.videoplatform.internal.token.endpoint;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.TypedFailure;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * A token request that brought no token, and what is known of its outcome.
 */
public final class TokenRequestException extends RuntimeException implements TypedFailure {

	private static final long serialVersionUID = 1L;

	/**
	 * Those of servers that do not look at the request: there is no such URL, or not for
	 * this method, or a proxy is in the way.
	 */
	private static final Set<Integer> UNHEARD = Set.of(404, 405, 407, 410);

	private final String reason;

	private final Outcome outcome;

	private final AuthorizationGrantType grantType;

	private final URI endpoint;

	private final @Nullable String errorCode;

	private final @Nullable Duration retryAfter;

	private final int status;

	TokenRequestException(Outcome outcome, AuthorizationGrantType grantType, URI endpoint, String message,
			@Nullable String errorCode, @Nullable Duration retryAfter, int status, @Nullable Throwable cause) {
		super("%s at %s %s".formatted(PlatformStep.TOKEN_REQUEST, PrintableUrl.of(endpoint), message), cause);
		this.reason = message;
		this.outcome = outcome;
		this.grantType = grantType;
		this.endpoint = endpoint;
		this.errorCode = errorCode;
		this.retryAfter = retryAfter;
		this.status = status;
	}

	/**
	 * Return what is known of the request.
	 */
	public Outcome outcome() {
		return this.outcome;
	}

	/**
	 * Return what became of the request.
	 */
	public String reason() {
		return this.reason;
	}

	private boolean isRefresh() {
		return AuthorizationGrantType.REFRESH_TOKEN.equals(this.grantType);
	}

	/**
	 * Return whether it was the exchange of an authorization code, which is never
	 * repeated.
	 */
	public boolean isCodeExchange() {
		return AuthorizationGrantType.AUTHORIZATION_CODE.equals(this.grantType);
	}

	/**
	 * Return whether the provider refused the grant, so that another one may help.
	 */
	public static boolean refusesGrant(Throwable failure) {
		return failure instanceof TokenRequestException request && request.outcome == Outcome.GRANT_REFUSED;
	}

	/**
	 * Return whether the provider stated an OAuth 2.0 error. What cannot be read is an
	 * answer, too, after which the same call sends no other request.
	 */
	public static boolean isExplained(Throwable failure) {
		return failure instanceof TokenRequestException request && request.errorCode != null;
	}

	/**
	 * Return the failure of a request that is not sent because of this one.
	 */
	public TokenRequestException notRepeated(Duration pause) {
		return copy("is not sent yet, so that the account is not locked. The last one %s".formatted(this.reason),
				pause);
	}

	/**
	 * Return this failure with a pause that protects the account.
	 */
	public TokenRequestException pausing(Duration pause) {
		return copy(this.reason, pause);
	}

	private TokenRequestException copy(String message, Duration pause) {
		return new TokenRequestException(this.outcome, this.grantType, this.endpoint, message, this.errorCode, pause,
				this.status, getCause());
	}

	/**
	 * Return whether the provider refused the client, so that nothing helps but another
	 * secret or key.
	 */
	public static boolean refusesClient(@Nullable Throwable failure) {
		return failure instanceof TokenRequestException request && request.outcome == Outcome.CLIENT_REFUSED;
	}

	/**
	 * Return whether the provider refused a refresh so that its refresh token is used no
	 * more where there is another grant: by any OAuth 2.0 error that does not concern the
	 * client's secret, or by the status of a refusal that says no more.
	 */
	public static boolean refusesRefresh(Throwable failure) {
		return refusesGrant(failure)
				|| (failure instanceof TokenRequestException request && request.refusesForAnotherReason());
	}

	private boolean refusesForAnotherReason() {
		return "unauthorized_client".equals(this.errorCode)
				|| (this.outcome == Outcome.REQUEST_REFUSED && (this.errorCode != null || mayRefuseGrant(this.status)));
	}

	/**
	 * Return whether a status without an OAuth 2.0 error may be the refusal of a grant.
	 */
	static boolean mayRefuseGrant(int status) {
		return status >= 400 && status < 500 && !UNHEARD.contains(status);
	}

	/**
	 * Return whether a refresh was sent and the provider may have used up the refresh
	 * token.
	 */
	public static boolean leavesInDoubt(@Nullable Throwable failure) {
		return failure instanceof TokenRequestException request && request.isRefresh()
				&& request.outcome == Outcome.UNKNOWN;
	}

	/**
	 * Return the URL that the request was sent to.
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
	 * Return the status of the response.
	 */
	public int status() {
		return this.status;
	}

	/**
	 * Return the pause that the provider wants, or the account needs.
	 * @return the pause, or {@code null} if there is none
	 */
	public @Nullable Duration retryAfter() {
		return this.retryAfter;
	}

	/**
	 * Return the OAuth 2.0 error code if it is a known one, or the status, or why there
	 * was no response.
	 */
	@Override
	public PlatformError error() {
		if (this.errorCode != null) {
			return error(this.errorCode);
		}
		Throwable cause = getCause();
		if (cause instanceof TypedFailure failure) {
			return failure.error();
		}
		if (cause instanceof TimeoutException) {
			return PlatformError.TIMEOUT;
		}
		return (this.status == 401) ? PlatformError.INVALID_CLIENT : PlatformError.of(String.valueOf(this.status));
	}

	/**
	 * Those of RFC 6749, sections 4.1.2.1 and 5.2, of RFC 6750, section 3.1, of RFC 8628,
	 * section 3.5, of RFC 8707 and of OpenID Connect Core 1.0, section 3.1.2.6.
	 */
	private static PlatformError error(String code) {
		return switch (code) {
			case "invalid_request", "invalid_scope", "invalid_target" -> PlatformError.INVALID_REQUEST;
			case "invalid_client" -> PlatformError.INVALID_CLIENT;
			case "invalid_grant", "invalid_token" -> PlatformError.INVALID_GRANT;
			case "unauthorized_client", "unsupported_grant_type" -> PlatformError.UNAUTHORIZED_CLIENT;
			case "access_denied", "interaction_required", "login_required", "consent_required",
					"account_selection_required" ->
				PlatformError.INTERACTION_REQUIRED;
			case "server_error", "temporarily_unavailable" -> PlatformError.STATUS_5XX;
			case "slow_down" -> PlatformError.STATUS_429;
			default -> PlatformError.OTHER;
		};
	}

	@Override
	public String errorType() {
		if (this.errorCode != null || getCause() != null) {
			return error().getCode();
		}
		return (HttpStatus.resolve(this.status) != null) ? String.valueOf(this.status) : OTHER;
	}

	/**
	 * Return what is known of a request after any failure, in the words of metrics.
	 */
	static String outcomeOf(Throwable failure) {
		Outcome outcome = (failure instanceof TokenRequestException request) ? request.outcome : Outcome.UNKNOWN;
		return (outcome == Outcome.UNKNOWN) ? "IN_DOUBT" : outcome.name();
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
