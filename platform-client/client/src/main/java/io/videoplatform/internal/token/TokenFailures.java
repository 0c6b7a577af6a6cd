package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

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
import io.videoplatform.internal.token.shared.RefreshHeldBackException;
import io.videoplatform.internal.token.shared.StoreException;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;

/**
 * Turns what ended a flight, or a caller's wait for it, into a failure with reason, cure
 * and the time of the next attempt.
 *
 * @param engine the engine
 * @param client the client
 * @param pendingDiscovery returns what discovery has not ended with yet
 * @param backoff the pauses after failures
 */
record TokenFailures(TokenEngine engine, ClientCredentials client,
		Supplier<? extends @Nullable PlatformException> pendingDiscovery, TokenBackoff backoff) {

	/**
	 * Return what a caller that waited for a flight gets in place of a token. A rejection
	 * says that the threads which release callers are gone.
	 */
	RuntimeException explain(Throwable ex, TokenFlight flight, Duration waited) {
		if (ex instanceof TimeoutException) {
			return unfinished(flight, waited, ex);
		}
		if (ex instanceof PlatformAuthorizationException || ex instanceof ClientAuthorizationRequiredException) {
			return (RuntimeException) ex;
		}
		return of(ex).exception();
	}

	/**
	 * Return why a flight ended.
	 */
	Throwable cause(Throwable ex, TokenFlight flight) {
		return (ex instanceof TimeoutException) ? unfinished(flight, TokenFlight.LIMIT, ex) : this.engine.cause(ex);
	}

	/**
	 * Return what a flight waits for that takes too long.
	 */
	private PlatformAuthorizationException unfinished(TokenFlight flight, Duration waited, Throwable cause) {
		TokenFlight.Activity activity = flight.activity();
		PlatformException discovery = (activity == TokenFlight.Activity.DISCOVERY) ? this.pendingDiscovery.get() : null;
		return (discovery != null)
				? unfinished(waited, reason(discovery), discovery.getError(), discovery.getStep(), discovery.getUri(),
						discovery)
				: unfinished(waited, activity.describe(), PlatformError.TIMEOUT, activity.step(), activity.uri(),
						cause);
	}

	private PlatformAuthorizationException unfinished(Duration waited, String reason, PlatformError error,
			PlatformStep step, @Nullable URI uri, Throwable cause) {
		return new PlatformAuthorizationException("No access token for client '%s' within %d s: %s"
			.formatted(this.client.name(), waited.toSeconds(), reason), error, step, uri, true, null, null, cause);
	}

	/**
	 * Return the failure of a request that belongs to no flight.
	 */
	TokenFailure of(Throwable ex) {
		return of(this.engine.cause(ex), null, this.engine.clock().millis(), 0);
	}

	/**
	 * Return the failure of a request that follows on others.
	 */
	TokenFailure of(Throwable ex, @Nullable TokenFailure previous, long now, long tookMillis) {
		if (ex instanceof LoginEndedException ended) {
			return ended(String.valueOf(ended.getMessage()), ended.getCause());
		}
		PlatformAuthorizationException reason = explain(ex);
		boolean ofTokenEndpoint = reason.getStep() == PlatformStep.TOKEN_REQUEST;
		int count = (previous != null && previous.isOfTokenEndpoint() == ofTokenEndpoint) ? previous.count() + 1 : 1;
		// To wait for another node says nothing of a slow host
		long took = (ex instanceof RefreshHeldBackException) ? 0 : tookMillis;
		return new TokenFailure(reason, count, (previous != null) ? previous.since() : now, took,
				nextAttempt(ex, count, now), null);
	}

	/**
	 * The login is over and no flight can help any more.
	 */
	TokenFailure ended(String reason, @Nullable Throwable cause) {
		String message = "The login at client '%s' has ended: %s".formatted(this.client.name(), reason);
		return new TokenFailure(new PlatformAuthorizationException(message, PlatformError.LOGIN_ENDED,
				PlatformStep.TOKEN_REQUEST, null, false, null, null, cause), 1, 0, 0, TokenFailure.NEVER,
				this.client.registrationId());
	}

	private PlatformAuthorizationException explain(Throwable ex) {
		if (ex instanceof PlatformAuthorizationException unfinished) {
			return unfinished;
		}
		if (ex instanceof PlatformDiscoveryException discovery) {
			return noToken(reason(discovery), discovery.getError(), discovery.getStep(), discovery.getUri(),
					discovery.isRetryable(), null, ex);
		}
		if (ex instanceof TokenRequestException request) {
			return noToken(request.getMessage() + hint(request), request.error(), PlatformStep.TOKEN_REQUEST,
					PrintableUrl.of(request.endpoint()), this.backoff.isRetryable(request), request.errorCode(), ex);
		}
		if (ex instanceof StoreException || ex instanceof RefreshHeldBackException) {
			return noToken(String.valueOf(ex.getMessage()),
					(ex instanceof StoreException store) ? store.error() : PlatformError.REFRESH_HELD_BACK,
					PlatformStep.STORE, null, true, null, ex);
		}
		if (ex instanceof CancellationException) {
			return noToken("the application is closing", PlatformError.CLOSING, PlatformStep.TOKEN_REQUEST, null, false,
					null, ex);
		}
		if (ex instanceof TimeoutException) {
			return noToken("it took too long", PlatformError.TIMEOUT, PlatformStep.TOKEN_REQUEST, null, true, null, ex);
		}
		Throwable cause = CauseChain.unwrap(ex);
		return noToken("unexpected " + cause.getClass().getSimpleName(), PlatformError.OTHER,
				PlatformStep.TOKEN_REQUEST, null, true, null, cause);
	}

	private PlatformAuthorizationException noToken(String reason, PlatformError error, PlatformStep step,
			@Nullable URI uri, boolean retryable, @Nullable String errorCode, Throwable cause) {
		return new PlatformAuthorizationException(
				"No access token for client '%s': %s".formatted(this.client.name(), reason), error, step, uri,
				retryable, null, errorCode, cause);
	}

	/**
	 * Return what happened, without the next attempt.
	 */
	private static String reason(PlatformException ex) {
		return (ex.getCause() instanceof TypedFailure && ex.getCause() instanceof Exception reason)
				? "%s at %s failed: %s".formatted(ex.getStep(), ex.getUri(), reason.getMessage())
				: String.valueOf(ex.getMessage());
	}

	private long nextAttempt(Throwable ex, int count, long now) {
		if (ex instanceof PlatformDiscoveryException discovery) {
			Instant next = discovery.getNextAttempt();
			return (next != null) ? Math.max(now, roundedUp(next)) : now;
		}
		if (ex instanceof TokenRequestException request) {
			return (request.isCodeExchange() && !this.backoff.isRetryable(request)) ? TokenFailure.NEVER
					: now + this.backoff.after(request, count).toMillis();
		}
		if (ex instanceof RefreshHeldBackException heldBack) {
			return now + heldBack.pause().toMillis();
		}
		return (ex instanceof CancellationException) ? TokenFailure.NEVER
				: now + this.backoff.afterOutage(count).toMillis();
	}

	/**
	 * Discovery tries again at a time of finer resolution; before that a flight would
	 * start in vain.
	 */
	private static long roundedUp(Instant time) {
		return time.plusNanos(999_999).toEpochMilli();
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
