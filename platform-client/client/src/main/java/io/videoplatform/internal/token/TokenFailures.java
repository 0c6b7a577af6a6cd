package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.TypedFailure;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.endpoint.TokenRequestException.Outcome;
import io.videoplatform.internal.token.shared.StoreException;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;

/**
 * Turns what ended a flight, or a caller's wait for it, into a failure with reason, cure
 * and the time of the next attempt.
 */
final class TokenFailures {

	private final TokenEngine engine;

	private final ClientCredentials client;

	private final DiscoveredRegistration registration;

	private final TokenBackoff backoff;

	TokenFailures(TokenEngine engine, ClientCredentials client, DiscoveredRegistration registration,
			TokenBackoff backoff) {
		this.engine = engine;
		this.client = client;
		this.registration = registration;
		this.backoff = backoff;
	}

	/**
	 * Return what a caller that waited for a flight gets in place of a token. A rejection
	 * says that the threads which release callers are gone.
	 */
	RuntimeException explain(Throwable ex, TokenFlight flight, Duration waited) {
		if (ex instanceof TimeoutException) {
			return of(unfinished(flight, waited, ex), 0).exceptionWithoutOutlook();
		}
		if (ex instanceof PlatformAuthorizationException || ex instanceof ClientAuthorizationRequiredException) {
			return (RuntimeException) ex;
		}
		return of(ex, 0).exception();
	}

	/**
	 * Return why a flight ended.
	 */
	Throwable cause(Throwable ex, TokenFlight flight) {
		return (ex instanceof TimeoutException) ? unfinished(flight, TokenFlight.LIMIT, ex) : this.engine.cause(ex);
	}

	/**
	 * Return the failure of a request that belongs to no flight.
	 */
	TokenFailure of(Throwable ex, int before) {
		Throwable cause = this.engine.cause(ex);
		return of(
				(cause instanceof TimeoutException)
						? timeout(PlatformStep.TOKEN_REQUEST, null, "", TokenFlight.LIMIT, cause) : cause,
				before + 1, this.engine.clock().millis(), 0);
	}

	/**
	 * Return what a flight waits for that takes too long. Its message is the reason
	 * alone.
	 */
	private PlatformAuthorizationException unfinished(TokenFlight flight, Duration waited, Throwable cause) {
		TokenFlight.Activity activity = flight.activity();
		if (activity != null) {
			return timeout(activity.step(), activity.uri(), ": " + activity.describe(), waited, cause);
		}
		PlatformException discovery = this.registration.unfinished();
		return new PlatformAuthorizationException(noToken(waited) + ": " + reason(discovery), discovery.getError(),
				discovery.getStep(), discovery.getUri(), true, null, null, discovery);
	}

	private PlatformAuthorizationException timeout(PlatformStep step, @Nullable URI uri, String activity,
			Duration waited, Throwable cause) {
		return new PlatformAuthorizationException(noToken(waited) + activity, PlatformError.TIMEOUT, step, uri, true,
				null, null, cause);
	}

	private String noToken(Duration waited) {
		return "No access token for client '%s' within %d s".formatted(this.client.name(), waited.toSeconds());
	}

	TokenFailure of(Throwable ex, @Nullable TokenFailure previous, long now, long tookMillis) {
		int count = (previous != null && previous.isOfTokenEndpoint() == isOfTokenEndpoint(ex)) ? previous.count() + 1
				: 1;
		TokenFailure failure = of(ex, count, now, tookMillis);
		return (previous != null) ? failure.since(previous.since()) : failure;
	}

	/**
	 * Return the failure of a request.
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
			Throwable cause = (ex.getCause() instanceof PlatformException) ? ex.getCause() : ex;
			return retryable(String.valueOf(unfinished.getMessage()), unfinished.getError(), unfinished.getStep(),
					unfinished.getUri(), cause, count, now, tookMillis, pause);
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
		return new TokenFailure(message, error, error, step, uri, true, null, cause, count, now, tookMillis, now,
				pause.toMillis(), null);
	}

	private TokenFailure closing(Throwable cause) {
		return new TokenFailure(noToken("the application is closing"), PlatformError.CLOSING, PlatformError.CLOSING,
				PlatformStep.TOKEN_REQUEST, null, false, null, cause, 1, 0, 0, 0, TokenFailure.NEVER, null);
	}

	private String noToken(@Nullable String reason) {
		return "No access token for client '%s': %s".formatted(this.client.name(), reason);
	}

	/**
	 * The login is over and no flight can help any more.
	 */
	TokenFailure ended(String reason, @Nullable Throwable cause) {
		String message = "The login at client '%s' has ended: %s".formatted(this.client.name(), reason);
		return new TokenFailure(message, PlatformError.LOGIN_ENDED, PlatformError.LOGIN_ENDED,
				PlatformStep.TOKEN_REQUEST, null, false, null,
				Objects.requireNonNullElseGet(cause, () -> new LoginEndedException(reason, null)), 1, 0, 0, 0,
				TokenFailure.NEVER, this.client.registrationId());
	}

	private TokenFailure ofDiscovery(PlatformDiscoveryException ex, int count, long now, long tookMillis) {
		Instant next = ex.getNextAttempt();
		return new TokenFailure(noToken(reason(ex)), ex.getError(), ex.getError(), ex.getStep(), ex.getUri(),
				ex.isRetryable(), null, ex, count, now, tookMillis, now,
				(next != null) ? Math.max(0, roundedUp(next) - now) : 0, null);
	}

	/**
	 * Return what happened, without the next attempt.
	 */
	private static String reason(PlatformException ex) {
		return (ex.getCause() instanceof TypedFailure && ex.getCause() instanceof Exception reason)
				? "%s at %s failed: %s".formatted(ex.getStep(), ex.getUri(), reason.getMessage())
				: String.valueOf(ex.getMessage());
	}

	/**
	 * A refused code is no reason to ask for the account's password.
	 */
	private static PlatformError cure(TokenRequestException ex) {
		return (ex.isCodeExchange() && ex.outcome() == Outcome.GRANT_REFUSED) ? PlatformError.LOGIN : ex.error();
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
