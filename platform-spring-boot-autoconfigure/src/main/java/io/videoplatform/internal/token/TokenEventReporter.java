package io.videoplatform.internal.token;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import org.jspecify.annotations.Nullable;

/**
 * The events of one client's tokens. An outage of the token endpoint is one WARN when it
 * begins and one INFO when it ends, whichever and however many tokens it concerns; what
 * discovery reports itself is not repeated.
 */
final class TokenEventReporter {

	private static final long NO_OUTAGE = Long.MAX_VALUE;

	private static final long LONGEST_FLIGHT = Duration.ofSeconds(90).toMillis();

	private final String client;

	private final EventPublisher events;

	private final AtomicLong outageSince = new AtomicLong(NO_OUTAGE);

	private volatile @Nullable TokenFailure lastFailure;

	TokenEventReporter(String client, EventPublisher events) {
		this.client = client;
		this.events = events;
	}

	/**
	 * Report a token, and the end of an outage if it is one.
	 * @param ended the failure that it ends
	 */
	void acquired(AccessToken token, @Nullable TokenFailure ended) {
		boolean recovered = endsOutage(token);
		this.events.publish(PlatformStep.TOKEN_REQUEST, recovered ? Level.INFO : Level.DEBUG,
				"%sObtained an access token for client '%s', to be refreshed at %s%s".formatted(
						recovered ? "Token requests succeed again. " : "", this.client,
						Instant.ofEpochMilli(token.lifetime().refreshAt()),
						(ended != null) ? " (after %d failures)".formatted(ended.count()) : ""));
	}

	/**
	 * Report the end of an outage if a token of another node is one.
	 */
	void adopted(AccessToken token) {
		if (endsOutage(token)) {
			this.events.publish(PlatformStep.TOKEN_REQUEST, Level.INFO,
					"Token requests for client '%s' succeed again, at another node".formatted(this.client));
		}
	}

	/**
	 * Report a failure, and the beginning of an outage if it is one.
	 */
	void failed(TokenFailure failure, long now) {
		this.events.publish(failure.step(), level(failure, now), failure.error(), failure.report());
	}

	/**
	 * Note a failure that its caller reports.
	 */
	void note(TokenFailure failure, long now) {
		level(failure, now);
	}

	private Level level(TokenFailure failure, long now) {
		if (failure.isFinal()) {
			return Level.INFO;
		}
		boolean outage = failure.isOfTokenEndpoint()
				&& (failure.pause() != TokenFailure.NEVER || TokenRequestException.refusesClient(failure.cause()));
		if (outage) {
			this.lastFailure = failure;
		}
		return (outage && this.outageSince.compareAndSet(NO_OUTAGE, now)) ? Level.WARN : Level.DEBUG;
	}

	/**
	 * Return the outage that lasts.
	 */
	@Nullable TokenOutage outage() {
		long began = this.outageSince.get();
		TokenFailure last = this.lastFailure;
		return (began != NO_OUTAGE && last != null)
				? new TokenOutage(Instant.ofEpochMilli(began), last.errorType(), last.message()) : null;
	}

	/**
	 * A token ends an outage if it was requested after that had begun, or the clock was
	 * set back since.
	 */
	private boolean endsOutage(AccessToken token) {
		long began = this.outageSince.get();
		boolean after = token.obtainedAt() >= began || token.obtainedAt() < began - LONGEST_FLIGHT;
		return began != NO_OUTAGE && after && this.outageSince.compareAndSet(began, NO_OUTAGE);
	}

}
