package io.videoplatform.internal.token.endpoint;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;

import io.videoplatform.internal.http.BoundedResponse;
import io.videoplatform.internal.http.ExchangeFailedException;
import io.videoplatform.internal.http.JsonObjectReader;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.Redaction;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.TokenRequestException.Outcome;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatusCode;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * Reads the response to one request: the members of a success, or what is known of the
 * outcome of a failure. No message holds what its redaction knows.
 *
 * @param endpoint the URL of the request
 * @param grantType the grant of the request
 * @param redaction knows what no message may hold
 * @param clock the clock that a pause is counted by
 */
record TokenResponseReader(URI endpoint, AuthorizationGrantType grantType, Redaction redaction, Clock clock) {

	private static final Set<String> CLIENT_ERRORS = Set.of("invalid_client", "unauthorized_client");

	/**
	 * The errors that definitely refuse a refresh token: RFC 6749, section 5.2, OpenID
	 * Connect Core 1.0, section 3.1.2.6 and what some providers say of a token that has
	 * ended.
	 */
	private static final Set<String> GRANT_ERRORS = Set.of("invalid_grant", "invalid_token", "interaction_required",
			"login_required", "consent_required", "account_selection_required");

	private static final Set<String> BUSY = Set.of("temporarily_unavailable", "slow_down");

	private static final String DESCRIPTION = "error_description";

	/**
	 * Read a response. An error of the virtual machine would end in no signal at all,
	 * since Reactor passes it on to the thread.
	 */
	<T> T apply(BiFunction<TokenResponseReader, BoundedResponse, T> reading, BoundedResponse response) {
		try {
			return reading.apply(this, response);
		}
		catch (Error ex) {
			throw unreadable(ex);
		}
	}

	/**
	 * Explain a failure. What is unforeseen may have come after the request.
	 */
	Throwable explain(Throwable ex) {
		if (ex instanceof TokenRequestException) {
			return ex;
		}
		if (ex instanceof ExchangeFailedException failed) {
			return failed(failed);
		}
		if (ex instanceof CredentialsUnavailableException) {
			return failure(Outcome.NOT_PROCESSED, "was not sent: " + ex.getMessage(), null, null, 0, ex);
		}
		if (ex instanceof TimeoutException) {
			return failure(Outcome.UNKNOWN, "failed: no complete response in time", null, null, 0, ex);
		}
		return (ex instanceof MalformedResponseException malformed) ? malformed(malformed) : unreadable(ex);
	}

	TokenResponse read(BoundedResponse response) {
		Map<String, Object> members = accepted(response).json();
		if (members.get("error") instanceof String code && !code.isBlank()) {
			throw refused(response, code, members.get(DESCRIPTION));
		}
		return TokenResponse.of(members);
	}

	BoundedResponse accepted(BoundedResponse response) {
		int status = response.status();
		if (HttpStatusCode.valueOf(status).is2xxSuccessful()) {
			return response;
		}
		if (status == 429 || status == 503) {
			Duration retryAfter = response.retryAfter(this.clock.instant());
			throw failure(Outcome.NOT_PROCESSED, "failed with status " + status, null, retryAfter, status, null);
		}
		throw (status >= 500 || status == 408)
				? failure(Outcome.UNKNOWN, "failed with status " + status, null, null, status, null)
				: refused(response);
	}

	private TokenRequestException refused(BoundedResponse response) {
		Map<String, Object> members = JsonObjectReader.readLeniently(response.body());
		return (members.get("error") instanceof String code && !code.isBlank())
				? refused(response, code, members.get(DESCRIPTION)) : unexplained(response);
	}

	private TokenRequestException unexplained(BoundedResponse response) {
		return failure(unexplained(response.status()), "failed with status %d and %s, not with an OAuth 2.0 error"
			.formatted(response.status(), response.contentType()), null, null, response.status(), null);
	}

	/**
	 * Return what a status alone says. A password counts as refused, because an account
	 * may be locked by it; a refresh token or a code locks no account. A refresh may be
	 * refused by 401 for its token alone.
	 */
	private Outcome unexplained(int status) {
		if (status == 401 && !isRefresh()) {
			return Outcome.CLIENT_REFUSED;
		}
		boolean password = ClientCredentials.PASSWORD.equals(this.grantType);
		return (password && TokenRequestException.mayRefuseGrant(status)) ? Outcome.GRANT_REFUSED
				: Outcome.REQUEST_REFUSED;
	}

	private TokenRequestException refused(BoundedResponse response, String code, @Nullable Object description) {
		String printable = printable(code);
		String described = (description instanceof String text) ? " (" + printable(text) + ")" : "";
		return failure(outcome(response.status(), code), "was refused: " + printable + described, printable, null,
				response.status(), null);
	}

	/**
	 * Return what an error code says. A refresh token counts as refused only if the error
	 * says so: a user is not logged out by a request that was malformed, or sent by a
	 * client whose secret is being changed.
	 */
	private Outcome outcome(int status, String code) {
		if (code.equals("invalid_grant") || (isRefresh() && status != 401 && GRANT_ERRORS.contains(code))) {
			return Outcome.GRANT_REFUSED;
		}
		if (status == 401 || CLIENT_ERRORS.contains(code.toLowerCase(Locale.ROOT))) {
			return Outcome.CLIENT_REFUSED;
		}
		if (BUSY.contains(code)) {
			return Outcome.NOT_PROCESSED;
		}
		return code.equals("server_error") ? Outcome.UNKNOWN : Outcome.REQUEST_REFUSED;
	}

	private boolean isRefresh() {
		return AuthorizationGrantType.REFRESH_TOKEN.equals(this.grantType);
	}

	private TokenRequestException failed(ExchangeFailedException ex) {
		Outcome outcome = ex.mayHaveBeenProcessed() ? Outcome.UNKNOWN : Outcome.NOT_PROCESSED;
		return failure(outcome, "failed: " + ex.getMessage(), null, null, 0, this.redaction.cleanOrNull(ex));
	}

	private TokenRequestException malformed(MalformedResponseException ex) {
		return failure(Outcome.UNKNOWN, "got a response that " + ex.getMessage(), null, null, 0, ex);
	}

	private TokenRequestException unreadable(Throwable ex) {
		return failure(Outcome.UNKNOWN, "ended in an unexpected " + ex.getClass().getSimpleName(), null, null, 0,
				this.redaction.cleanOrNull(ex));
	}

	private TokenRequestException failure(Outcome outcome, String message, @Nullable String code,
			@Nullable Duration retryAfter, int status, @Nullable Throwable cause) {
		return new TokenRequestException(outcome, this.grantType, this.endpoint,
				PrintableText.ofMessage(this.redaction.apply(message)), code, retryAfter, status, cause);
	}

	private String printable(String foreign) {
		return PrintableText.of(this.redaction.apply(foreign));
	}

}
