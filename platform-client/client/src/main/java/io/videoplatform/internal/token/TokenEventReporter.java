package io.videoplatform.internal.token;

import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.event.ReportedErrors;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import org.jspecify.annotations.Nullable;

/**
 * The events of one client's tokens. An outage of the token endpoint is one WARN for each
 * of its causes and one INFO when it ends, whichever and however many tokens it concerns;
 * what discovery reports itself is not repeated.
 */
final class TokenEventReporter {

	private final ClientCredentials client;

	private final EventPublisher events;

	private volatile boolean worked;

	private final AtomicReference<@Nullable Outage> outage = new AtomicReference<>();

	TokenEventReporter(ClientCredentials client, EventPublisher events) {
		this.client = client;
		this.events = events;
	}

	/**
	 * Report a token, and the end of an outage if it is one.
	 */
	void acquired(AccessToken token, @Nullable TokenFailure ended) {
		this.worked = true;
		boolean recovered = endsOutage(token);
		this.events.publish(PlatformStep.TOKEN_REQUEST, recovered ? Level.INFO : Level.DEBUG,
				"%sObtained an access token for client '%s', to be refreshed at %s%s".formatted(
						recovered ? "Token requests succeed again. " : "", this.client.name(),
						Instant.ofEpochMilli(token.lifetime().refreshAt()),
						(ended != null) ? " (after %d failures)".formatted(ended.count()) : ""));
	}

	/**
	 * Report the end of an outage if a token of another node is one.
	 */
	void adopted(AccessToken token) {
		if (endsOutage(token)) {
			this.events.publish(PlatformStep.TOKEN_REQUEST, Level.INFO,
					"Token requests for client '%s' succeed again, at another node".formatted(this.client.name()));
		}
	}

	/**
	 * Report a failure, and the beginning of an outage if it is one.
	 */
	void failed(TokenFailure failure, long now) {
		PlatformError error = failure.reason().getError();
		this.events.publish(failure.reason().getStep(), level(failure, now), error,
				"%s. %s".formatted(failure.report(), this.client.cure(error, this.worked)));
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
		boolean outage = failure.isOfTokenEndpoint() && (failure.nextAttempt() != TokenFailure.NEVER
				|| TokenRequestException.refusesClient(failure.cause()));
		if (!outage) {
			return Level.DEBUG;
		}
		Outage current = this.outage
			.updateAndGet((before) -> (before != null) ? new Outage(before.began(), failure, before.reported())
					: new Outage(now, failure, new ReportedErrors()));
		return Objects.requireNonNull(current).reported().report(failure.reason().getError());
	}

	/**
	 * Return the outage that lasts.
	 */
	@Nullable TokenOutage outage() {
		Outage current = this.outage.get();
		return (current != null) ? new TokenOutage(Instant.ofEpochMilli(current.began()),
				current.last().reason().getStep(), current.last().errorType(), current.last().message()) : null;
	}

	/**
	 * A token ends an outage if it was requested after that had begun.
	 */
	private boolean endsOutage(AccessToken token) {
		Outage ended = this.outage.get();
		return ended != null && token.obtainedAt() >= ended.began() && this.outage.compareAndSet(ended, null);
	}

	/**
	 * An outage that lasts.
	 */
	private record Outage(long began, TokenFailure last, ReportedErrors reported) {

	}

}
