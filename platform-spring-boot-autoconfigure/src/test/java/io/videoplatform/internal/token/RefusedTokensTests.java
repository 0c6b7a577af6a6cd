package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * When refused tokens say that the API refuses all of them.
 */
class RefusedTokensTests {

	private static final long MINUTE = Duration.ofMinutes(1).toMillis();

	private final List<PlatformEvent> events = new ArrayList<>();

	private final RefusedTokens tokens = new RefusedTokens(CredentialsFixtures.of("platform",
			ClientCredentials.PASSWORD, "anonymous", null, "developer", "password", Set.of()),
			new EventPublisher(this.events::add, Clock.systemUTC()));

	private static AccessToken token(long obtainedAt) {
		return TokenFixtures.grant(obtainedAt, 300).accessToken();
	}

	private List<Level> levels() {
		return this.events.stream().map(PlatformEvent::level).toList();
	}

	@Test
	void refusedWhenOneTokenIsRefusedHoweverOftenThenNothing() {
		AccessToken token = token(0);
		for (int i = 0; i < 1_000; i++) {
			this.tokens.refused(token, i);
		}
		assertThat(this.events).isEmpty();
		assertThat(this.tokens.outage(1_000)).isNull();
	}

	@Test
	void refusedWhenTheNextTokenIsRefusedTooThenOneWarning() {
		this.tokens.refused(token(0), 0);
		AccessToken next = token(0);
		for (int i = 0; i < 1_000; i++) {
			this.tokens.refused(next, 5);
			this.tokens.refused(token(6), 6);
		}
		assertThat(this.events).extracting(PlatformEvent::level, PlatformEvent::step, PlatformEvent::error)
			.containsExactly(tuple(Level.WARN, PlatformStep.API_REQUEST, PlatformError.TOKEN_REFUSED));
		assertThat(this.events.get(0).message()).contains("'platform'", PlatformError.TOKEN_REFUSED.getCure());
		TokenOutage outage = this.tokens.outage(6);
		assertThat(outage).isNotNull();
		assertThat(outage.since()).isEqualTo(Instant.ofEpochMilli(0));
		assertThat(outage.errorType()).isEqualTo("token_refused");
	}

	@Test
	void refusedWhenTokenWasAcceptedBeforeThenItMayHaveBeenRevoked() {
		AccessToken revoked = token(0);
		revoked.markAccepted();
		this.tokens.refused(revoked, 1);
		this.tokens.refused(token(2), 2);
		assertThat(this.events).isEmpty();
	}

	@Test
	void acceptedWhenInBetweenThenTheCountBeginsAnew() {
		this.tokens.refused(token(0), 0);
		this.tokens.accepted(1);
		this.tokens.refused(token(2), 2);
		assertThat(this.events).isEmpty();
		this.tokens.refused(token(3), 3);
		assertThat(levels()).containsExactly(Level.WARN);
	}

	@Test
	void refusedWhenItComesAndGoesThenOneWarningInAMinute() {
		for (long now = 0; now < 25; now += 5) {
			this.tokens.refused(token(now), now);
			this.tokens.refused(token(now + 1), now + 1);
			this.tokens.accepted(now + 2);
		}
		assertThat(levels()).containsOnlyOnce(Level.WARN);
	}

	@Test
	void outageWhenTheApiWasNotCalledForTenMinutesThenNothingIsKnown() {
		this.tokens.refused(token(0), 0);
		this.tokens.refused(token(1), 1);
		assertThat(this.tokens.outage(10 * MINUTE)).isNotNull();
		assertThat(this.tokens.outage(10 * MINUTE + 1)).isNull();
		this.tokens.accepted(10 * MINUTE + 1);
		this.tokens.refused(token(11 * MINUTE), 11 * MINUTE);
		assertThat(levels()).containsExactly(Level.WARN);
	}

}
