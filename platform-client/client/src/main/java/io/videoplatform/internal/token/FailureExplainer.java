package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;

/**
 * Explains why a caller gets no token of a client: by what has failed, or by what a
 * flight waits for that takes too long.
 */
final class FailureExplainer {

	private final TokenEngine engine;

	private final String client;

	private final DiscoveredRegistration registration;

	private final TokenFailureFactory failures;

	/**
	 * Create a new instance.
	 * @param engine knows whether the application is closing
	 * @param client the client's name
	 * @param registration knows what discovery waits for
	 * @param failures turns what was thrown into failures
	 */
	FailureExplainer(TokenEngine engine, String client, DiscoveredRegistration registration,
			TokenFailureFactory failures) {
		this.engine = engine;
		this.client = client;
		this.registration = registration;
		this.failures = failures;
	}

	/**
	 * Explain why a caller that waited for a flight gets no token. A rejection says that
	 * the threads which release callers are gone.
	 */
	RuntimeException explain(Throwable ex, TokenFlight flight, Duration waited) {
		if (ex instanceof TimeoutException) {
			return unfinished(flight, waited, ex);
		}
		if (ex instanceof PlatformAuthorizationException || ex instanceof ClientAuthorizationRequiredException) {
			return (RuntimeException) ex;
		}
		return failure(ex, 0).exception();
	}

	/**
	 * Return why a flight ended.
	 */
	Throwable cause(Throwable ex, TokenFlight flight) {
		return (ex instanceof TimeoutException) ? unfinished(flight, TokenFlight.LIMIT, ex) : this.engine.cause(ex);
	}

	/**
	 * Return why a request ended that belongs to no flight.
	 */
	Throwable cause(Throwable ex) {
		Throwable cause = this.engine.cause(ex);
		return (cause instanceof TimeoutException)
				? timeout(PlatformStep.TOKEN_REQUEST, null, "", TokenFlight.LIMIT, cause) : cause;
	}

	/**
	 * Return the failure of a request that belongs to no flight.
	 * @param before how many have failed before in a row
	 */
	TokenFailure failure(Throwable ex, int before) {
		return this.failures.of(this.engine.cause(ex), before + 1, this.engine.clock().millis(), 0);
	}

	private PlatformAuthorizationException unfinished(TokenFlight flight, Duration waited, Throwable cause) {
		TokenFlight.Activity activity = flight.activity();
		if (activity != null) {
			return timeout(activity.step(), activity.uri(), ": " + activity.describe(), waited, cause);
		}
		PlatformException discovery = this.registration.unfinished();
		return new PlatformAuthorizationException(noToken(waited) + ": " + discovery.getMessage(), discovery.getError(),
				discovery.getStep(), discovery.getUri(), true, null, null, discovery);
	}

	private PlatformAuthorizationException timeout(PlatformStep step, @Nullable URI uri, String activity,
			Duration waited, Throwable cause) {
		return new PlatformAuthorizationException(noToken(waited) + activity, PlatformError.TIMEOUT, step, uri, true,
				null, null, cause);
	}

	private String noToken(Duration waited) {
		return "No access token for client '%s' within %d s".formatted(this.client, waited.toSeconds());
	}

}
