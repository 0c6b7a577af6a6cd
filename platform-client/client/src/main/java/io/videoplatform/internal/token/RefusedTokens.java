package io.videoplatform.internal.token;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.event.LimitedEventPublisher;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.AccessToken;
import org.jspecify.annotations.Nullable;

/**
 * Recognises that the API refuses the tokens of a client as such, because it expects
 * another issuer, audience or time: it has refused two tokens one after the other, and
 * accepted neither of them before nor any token since. One token that is refused is no
 * sign of that, because it may have been revoked. This is worth one WARN in a minute: an
 * API may refuse at one path what it accepts at another.
 */
final class RefusedTokens {

	private static final long SILENCE = Duration.ofMinutes(10).toMillis();

	private final ClientCredentials client;

	private final EventPublisher events;

	private final LimitedEventPublisher warnings;

	private final AtomicReference<@Nullable Refusals> refusals = new AtomicReference<>();

	RefusedTokens(ClientCredentials client, EventPublisher events) {
		this.client = client;
		this.events = events;
		this.warnings = new LimitedEventPublisher(events);
	}

	/**
	 * Note that the API has refused a token that was current.
	 */
	void refused(AccessToken token, long now) {
		if (token.isAccepted()) {
			return;
		}
		Refusals before = this.refusals.getAndUpdate((current) -> Refusals.next(current, token, now));
		Refusals after = Refusals.next(before, token, now);
		if (after.ofAll() && !isOfAll(before, now)) {
			this.warnings.publish(PlatformStep.API_REQUEST, Level.WARN, PlatformError.TOKEN_REFUSED, "refused",
					message(), (message) -> this.client.explain(PlatformError.TOKEN_REFUSED, message));
		}
	}

	/**
	 * Return whether a token was refused, and none was accepted since.
	 */
	boolean isRefused() {
		return this.refusals.get() != null;
	}

	/**
	 * Note that the API has accepted a token.
	 */
	void accepted(long now) {
		Refusals ended = (this.refusals.get() != null) ? this.refusals.getAndSet(null) : null;
		if (isOfAll(ended, now)) {
			this.events.publish(PlatformStep.API_REQUEST, Level.INFO,
					"The API accepts tokens of client '%s' again".formatted(this.client.name()));
		}
	}

	/**
	 * Return since when the API refuses all tokens.
	 * @return since when, or {@code null} if it does not, or has not been called since
	 */
	@Nullable TokenOutage outage(long now) {
		Refusals current = this.refusals.get();
		return (current != null && isOfAll(current, now)) ? new TokenOutage(Instant.ofEpochMilli(current.since()),
				PlatformStep.API_REQUEST, PlatformError.TOKEN_REFUSED.getCode(), message()) : null;
	}

	private String message() {
		return "The API refuses tokens of client '%s' that the provider has just issued".formatted(this.client.name());
	}

	private static boolean isOfAll(@Nullable Refusals refusals, long now) {
		return refusals != null && refusals.ofAll() && !refusals.isOver(now);
	}

	/**
	 * Refusals in a row.
	 *
	 * @param token the token that was refused last
	 * @param since when the first one was refused
	 * @param last when the last one was refused
	 * @param ofAll whether two tokens were refused
	 */
	private record Refusals(AccessToken token, long since, long last, boolean ofAll) {

		static Refusals next(@Nullable Refusals before, AccessToken token, long now) {
			if (before == null || before.isOver(now)) {
				return new Refusals(token, now, now, false);
			}
			boolean older = token.obtainedAt() < before.token.obtainedAt();
			return older ? before : new Refusals(token, before.since, now, before.ofAll || token != before.token);
		}

		/**
		 * Whether nothing is known any more: the API was not called since, or nothing
		 * says that it accepts a token.
		 */
		boolean isOver(long now) {
			return now - this.last >= SILENCE;
		}

	}

}
