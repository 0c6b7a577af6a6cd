package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CancellationException;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.CredentialsUnavailableException;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.endpoint.TokenRequestException.Outcome;
import io.videoplatform.internal.token.shared.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Turns what ended a flight into a failure with the time of the next attempt.
 */
final class TokenFailureFactory {

	private final ClientCredentials client;

	private final TokenBackoff backoff;

	TokenFailureFactory(ClientCredentials client, TokenBackoff backoff) {
		this.client = client;
		this.backoff = backoff;
	}

	TokenFailure of(Throwable ex, @Nullable TokenFailure previous, long now, long tookMillis) {
		int count = (previous != null && previous.isOfTokenEndpoint() == isOfTokenEndpoint(ex)) ? previous.count() + 1
				: 1;
		TokenFailure failure = of(ex, count, now, tookMillis);
		return (previous != null) ? failure.since(previous.since()) : failure;
	}

	/**
	 * Return the failure of a request.
	 * @param count how many have failed in a row, this one included
	 */
	TokenFailure of(Throwable ex, int count, long now, long tookMillis) {
		if (ex instanceof PlatformDiscoveryException discovery) {
			return ofDiscovery(discovery, count, now, tookMillis);
		}
		if (ex instanceof LoginEndedException ended) {
			return ended(Objects.requireNonNullElse(ended.getMessage(), "it was ended"), ended.getCause());
		}
		if (ex instanceof TokenRequestException request) {
			return ofRequest(request, count, now, tookMillis);
		}
		if (ex instanceof RefreshHeldBackException heldBack) {
			// To wait for another node says nothing of a slow host
			return retryable(noToken(ex.getMessage()), PlatformError.REFRESH_HELD_BACK, PlatformStep.STORE, null, ex,
					count, now, 0, heldBack.pause());
		}
		if (ex instanceof CredentialsUnavailableException unread) {
			return retryable(noToken(PrintableText.ofMessage(String.valueOf(ex.getMessage()))), unread.error(),
					PlatformStep.TOKEN_REQUEST, null, ex, count, now, tookMillis, this.backoff.afterOutage(count));
		}
		if (ex instanceof StoreException) {
			return retryable(noToken(ex.getMessage()), StoreException.errorOf(ex), PlatformStep.STORE, null, ex, count,
					now, tookMillis, this.backoff.afterOutage(count));
		}
		return (ex instanceof CancellationException) ? closing(ex) : unexpected(ex, count, now, tookMillis);
	}

	private static boolean isOfTokenEndpoint(Throwable ex) {
		return !(ex instanceof PlatformDiscoveryException || ex instanceof StoreException
				|| ex instanceof RefreshHeldBackException);
	}

	private TokenFailure unexpected(Throwable ex, int count, long now, long tookMillis) {
		Duration pause = this.backoff.afterOutage(count);
		if (ex instanceof PlatformAuthorizationException unfinished) {
			return retryable(description(unfinished), unfinished.getError(), unfinished.getStep(), unfinished.getUri(),
					ex, count, now, tookMillis, pause);
		}
		Throwable cause = CauseChain.unwrap(ex);
		return retryable(noToken("unexpected " + cause.getClass().getSimpleName()), PlatformError.OTHER,
				PlatformStep.TOKEN_REQUEST, null, cause, count, now, tookMillis, pause);
	}

	/**
	 * Return a failure that may pass by itself.
	 */
	private TokenFailure retryable(String message, PlatformError error, PlatformStep step, @Nullable URI uri,
			Throwable cause, int count, long now, long tookMillis, Duration pause) {
		return new TokenFailure(message, error, cure(error), step, uri, true, null, cause, count, now, tookMillis, now,
				pause.toMillis(), null);
	}

	private TokenFailure closing(Throwable cause) {
		return new TokenFailure(noToken("the application is closing"), PlatformError.CLOSING,
				cure(PlatformError.CLOSING), PlatformStep.TOKEN_REQUEST, null, false, null, cause, 1, 0, 0, 0,
				TokenFailure.NEVER, null);
	}

	private String noToken(@Nullable String reason) {
		return "No access token for client '%s': %s".formatted(this.client.name(), reason);
	}

	/**
	 * The login is over and no flight can help any more.
	 */
	TokenFailure ended(String reason, @Nullable Throwable cause) {
		String message = "The login at client '%s' has ended: %s".formatted(this.client.name(), reason);
		return new TokenFailure(message, PlatformError.LOGIN_ENDED, cure(PlatformError.LOGIN_ENDED),
				PlatformStep.TOKEN_REQUEST, null, false, null,
				Objects.requireNonNullElseGet(cause, () -> new LoginEndedException(reason, null)), 1, 0, 0, 0,
				TokenFailure.NEVER, this.client.registrationId());
	}

	private TokenFailure ofDiscovery(PlatformDiscoveryException ex, int count, long now, long tookMillis) {
		Instant next = ex.getNextAttempt();
		return new TokenFailure(noToken(description(ex)), ex.getError(), cure(ex.getError()), ex.getStep(), ex.getUri(),
				ex.isRetryable(), null, ex, count, now, tookMillis, now,
				(next != null) ? Math.max(0, roundedUp(next) - now) : 0, null);
	}

	/**
	 * Return the message without the next attempt, which ends it.
	 */
	private static String description(PlatformException ex) {
		String message = Objects.requireNonNullElse(ex.getMessage(), ex.toString());
		int outlook = message.lastIndexOf("; next attempt at ");
		return (outlook >= 0) ? message.substring(0, outlook) : message;
	}

	/**
	 * A refused code is no reason to ask for the account's password.
	 */
	private String cure(TokenRequestException ex) {
		return cure((ex.isCodeExchange() && ex.outcome() == Outcome.GRANT_REFUSED) ? PlatformError.LOGIN : ex.error());
	}

	private String cure(PlatformError error) {
		return this.client.cure(error);
	}

	/**
	 * Discovery tries again at a time of finer resolution; before that a flight would
	 * start in vain.
	 */
	private static long roundedUp(Instant time) {
		return time.plusNanos(999_999).toEpochMilli();
	}

	private TokenFailure ofRequest(TokenRequestException ex, int count, long now, long tookMillis) {
		URI endpoint = PrintableUrl.of(ex.endpoint());
		String message = noToken(ex.getMessage() + hint(ex));
		boolean retryable = this.backoff.isRetryable(ex);
		long pause = (ex.isCodeExchange() && !retryable) ? TokenFailure.NEVER
				: this.backoff.after(ex, count).toMillis();
		return new TokenFailure(message, ex.error(), cure(ex), PlatformStep.TOKEN_REQUEST, endpoint, retryable,
				ex.errorCode(), ex, count, now, tookMillis, now, pause, null);
	}

	/**
	 * The client's name does not show which {@code client_id} the provider has received.
	 */
	private String hint(TokenRequestException ex) {
		if (ex.outcome() == Outcome.CLIENT_REFUSED) {
			return !this.client.sendsClientId() ? ""
					: ". It was sent with the client_id '%s'".formatted(PrintableText.of(this.client.clientId()));
		}
		if (ex.outcome() != Outcome.GRANT_REFUSED) {
			return "";
		}
		if (ex.isCodeExchange()) {
			return ". The authorization code was used before, has run out, or was issued to another client"
					+ " or redirect URI";
		}
		return ". %s user name or password is wrong, the account is locked or not set up, or another instance is logging in at this moment"
			.formatted((ex.errorCode() != null) ? "The" : "Perhaps the");
	}

}
