package io.videoplatform.token;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.registration.ClientCredentials;
import io.videoplatform.transport.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.security.oauth2.core.AuthorizationGrantType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The decisions of the ledger, one after the other.
 */
class TokenLedgerTests {

	private static final ProviderBinding PROVIDER = new ProviderBinding("https://login.example.com",
			Origin.of(URI.create("https://login.example.com")));

	private final AtomicLong nanos = new AtomicLong();

	private final Random random = new Random(7);

	private final ClientCredentials client = new ClientCredentials("platform", ClientCredentials.PASSWORD, "anonymous",
			null, "developer", "password", Set.of());

	private final TokenLedger ledger = new TokenLedger(
			new TokenFailures(this.client, new PasswordRefusals(this.random), this.random), this.nanos::get);

	private TokenGrant grant(long now) {
		return grant(now, 100);
	}

	private TokenGrant grant(long now, long expiresIn) {
		TokenLifetime lifetime = TokenLifetime.of(expiresIn, now, now, this.random);
		return new TokenGrant(new AccessToken("a", PROVIDER, lifetime, now, Set.of()),
				new RefreshToken("r", PROVIDER, RefreshToken.NO_END), null);
	}

	private TokenFlight begin(long now) {
		assertThat(this.ledger.board(now)).isInstanceOfSatisfying(Boarding.Joined.class,
				(joined) -> assertThat(joined.starts()).isTrue());
		TokenFlight flight = this.ledger.flight();
		assertThat(flight).isNotNull();
		return flight;
	}

	private long fail(long now, Duration took) {
		TokenFlight flight = begin(now);
		this.nanos.addAndGet(took.toNanos());
		return this.ledger.failed(flight, timeout(), now).nextAttempt();
	}

	private static TokenRequestException timeout() {
		return new TokenRequestException(TokenRequestException.Outcome.UNKNOWN,
				AuthorizationGrantType.CLIENT_CREDENTIALS, URI.create("https://login.example.com/token"), "timed out",
				null, null, null);
	}

	@Test
	void boardWhenHostTookItsTimeOnceThenOthersWait() {
		long next = fail(0, Duration.ofMillis(300));
		begin(next);
		assertThat(this.ledger.board(next)).isInstanceOfSatisfying(Boarding.Joined.class,
				(joined) -> assertThat(joined.starts()).isFalse());
	}

	@Test
	void boardWhenHostTookItsTimeTwiceThenOthersWaitBriefly() {
		long next = fail(fail(0, Duration.ofMillis(300)), Duration.ofMillis(300));
		begin(next);
		assertThat(this.ledger.board(next)).isInstanceOf(Boarding.JoinedBriefly.class);
	}

	@Test
	void boardWhenHostRanIntoATimeoutThenOthersWaitBrieflyAndAreToldASafeTime() {
		long next = fail(0, Duration.ofSeconds(2));
		begin(next);
		assertThat(this.ledger.board(next)).isInstanceOfSatisfying(Boarding.JoinedBriefly.class,
				(briefly) -> assertThat(((PlatformAuthorizationException) briefly.otherwise()).getNextAttempt())
					.isAfterOrEqualTo(Instant.ofEpochMilli(next + 2_000 + 5_500)));
	}

	@Test
	void boardWhenHostFailedQuicklyTwiceThenOthersWait() {
		long next = fail(fail(0, Duration.ofMillis(5)), Duration.ofMillis(5));
		begin(next);
		assertThat(this.ledger.board(next)).isInstanceOf(Boarding.Joined.class);
	}

	@Test
	void succeededWhenFailedBeforeThenFailureEnds() {
		TokenFlight flight = begin(fail(0, Duration.ofMillis(5)));
		assertThat(this.ledger.succeeded(grant(1_000))).isNotNull();
		assertThat(this.ledger.failure()).isNull();
		assertThat(this.ledger.flight()).isNotSameAs(flight).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "0,FRESH", "74999,FRESH", "85000,STALE", "94999,STALE", "95000,EXPIRED" })
	void stateWhenTimePassesThenFollowsTheLifetime(long now, TokenState state) {
		this.ledger.succeeded(grant(0));
		assertThat(this.ledger.held().state(now)).isEqualTo(state);
	}

	@Test
	void beginRefreshWhenStaleThenOneFlight() {
		this.ledger.succeeded(grant(0));
		assertThat(this.ledger.beginRefresh(10_000)).isNull();
		assertThat(this.ledger.beginRefresh(90_000)).isNotNull();
		assertThat(this.ledger.beginRefresh(90_000)).isNull();
	}

	@Test
	void livingWhenAnotherProviderThenEverythingIsDropped() {
		this.ledger.succeeded(grant(0));
		ProviderBinding other = new ProviderBinding("https://login.example.org", PROVIDER.tokenEndpoint());
		assertThat(this.ledger.living(PROVIDER, 0)).isNotNull();
		assertThat(this.ledger.living(other, 0)).isNull();
		assertThat(this.ledger.held()).isEqualTo(TokenSnapshot.EMPTY);
	}

	@Test
	void forgetWhenAnotherRefreshTokenIsHeldThenItStays() {
		this.ledger.succeeded(grant(0));
		this.ledger.forget(new RefreshToken("r", PROVIDER, RefreshToken.NO_END));
		assertThat(this.ledger.living(PROVIDER, 0)).isNotNull();
	}

	@Test
	void rejectWhenTokensAreAtTheirEndThenNotLimited() {
		for (long now = 0; now < 20_000; now += 1_000) {
			TokenGrant grant = grant(now, 1);
			this.ledger.succeeded(grant);
			assertThat(this.ledger.reject(grant.accessToken(), now + 950)).isEqualTo(TokenLedger.Rejection.TAKEN);
		}
	}

	@Test
	void rejectWhenTokensAreInTheirPrimeThenLimited() {
		int taken = 0;
		for (long now = 0; now < 20_000; now += 1_000) {
			TokenGrant grant = grant(now, 1);
			this.ledger.succeeded(grant);
			taken += (this.ledger.reject(grant.accessToken(), now + 100) == TokenLedger.Rejection.TAKEN) ? 1 : 0;
		}
		assertThat(taken).isLessThan(10);
	}

}
