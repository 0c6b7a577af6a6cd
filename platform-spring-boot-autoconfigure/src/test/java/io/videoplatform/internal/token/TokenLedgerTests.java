package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.client.TokenState;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import io.videoplatform.internal.token.RejectionLimiter.Rejection;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.scheduler.Schedulers;

import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The decisions of the ledger, one after the other.
 */
class TokenLedgerTests {

	private final ClientCredentials client = CredentialsFixtures.of("platform", ClientCredentials.PASSWORD, "anonymous",
			null, "developer", "password", Set.of());

	private final TokenFailures failures = TestEngine
		.of(new BoundedExchange(WebClient.create(), Duration.ofSeconds(10), DataSize.ofMegabytes(1)), Clock.systemUTC(),
				Schedulers.immediate(), (event) -> {
				})
		.client(this.client, CompletableFuture::new, () -> null)
		.failures();

	private final TokenLedger ledger = new TokenLedger(this.failures, TokenSnapshot.EMPTY);

	private GrantedTokens grant(long now) {
		return TokenFixtures.grant(now, 100);
	}

	private TokenFlight begin(long now) {
		FlightDecision decision = this.ledger.decide(now);
		assertThat(decision).isInstanceOf(FlightDecision.Start.class);
		return ((FlightDecision.Start) decision).flight();
	}

	private long fail(long now, Duration took) {
		TokenFlight flight = begin(now);
		return nextAttempt(this.ledger.failed(flight, timeout(), now + took.toMillis()));
	}

	private static long nextAttempt(TokenFailure failure) {
		return Objects.requireNonNull(failure.nextAttemptAt()).toEpochMilli();
	}

	/**
	 * Hold what a flight would have brought.
	 */
	private void succeeded(GrantedTokens grant) {
		this.ledger.succeeded(grant);
	}

	private static TokenRequestException timeout() {
		return TokenFixtures.lost(AuthorizationGrantType.CLIENT_CREDENTIALS, "timed out");
	}

	@ParameterizedTest
	@CsvSource({ "300,1,Join", "2000,1,JoinBriefly", "300,2,JoinBriefly", "5,2,Join" })
	void decideWhenFlightIsUnderWayThenWaitsByHowSlowTheHostWas(long millis, int failures, String kind) {
		long next = 0;
		for (int i = 0; i < failures; i++) {
			next = fail(next, Duration.ofMillis(millis));
		}
		begin(next);
		FlightDecision decision = this.ledger.decide(next);
		assertThat(decision.getClass().getSimpleName()).isEqualTo(kind);
		if (decision instanceof FlightDecision.JoinBriefly join) {
			assertThat(((PlatformAuthorizationException) join.otherwise()).getNextAttempt())
				.isAfterOrEqualTo(Instant.ofEpochMilli(next + millis + 5_500));
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void failedWhenARefreshTokenWasPresentedThenInDoubtUnlessTheOutcomeIsKnown(boolean known) {
		succeeded(grant(0));
		TokenFlight flight = this.ledger.beginRefresh(88_000);
		flight.presents(true);
		flight.presents(!known);
		this.ledger.failed(flight, new TimeoutException("The flight has taken too long"), 88_000);
		assertThat(this.ledger.held().inDoubt()).isEqualTo(!known);
	}

	@ParameterizedTest
	@CsvSource({ "-10,FRESH", "0,FRESH", "71999,FRESH", "88000,STALE", "94999,STALE", "95000,EXPIRED" })
	void stateWhenTimePassesThenFollowsTheLifetime(long now, TokenState state) {
		succeeded(grant(0));
		assertThat(this.ledger.held().state(now)).isEqualTo(state);
	}

	@Test
	void beginRefreshWhenStaleThenOneFlight() {
		succeeded(grant(0));
		assertThat(this.ledger.beginRefresh(10_000)).isNull();
		assertThat(this.ledger.beginRefresh(90_000)).isNotNull();
		assertThat(this.ledger.beginRefresh(90_000)).isNull();
	}

	@Test
	void presentableWhenAnotherProviderThenEverythingIsDropped() {
		succeeded(grant(0));
		ProviderBinding other = new ProviderBinding("https://login.example.org",
				TokenFixtures.PROVIDER.tokenEndpoint());
		assertThat(this.ledger.presentable(TokenFixtures.PROVIDER, 0)).isNotNull();
		assertThat(this.ledger.presentable(other, 0)).isNull();
		assertThat(this.ledger.held()).isEqualTo(TokenSnapshot.EMPTY);
	}

	@Test
	void succeededWhenAnotherNodeHasBroughtLaterTokensThenTheseStay() {
		TokenLedger login = new TokenLedger(this.failures, TokenSnapshot.STORED_LOGIN);
		assertThat(login.adopt(grant(0).ofGeneration(3))).isTrue();
		assertThat(login.adopt(grant(1_000).ofGeneration(2))).isFalse();
		login.succeeded(grant(1_000).ofGeneration(2));
		assertThat(login.held().generation()).isEqualTo(3);
	}

	@Test
	void refusedWhenAnotherRefreshTokenIsHeldThenItStays() {
		succeeded(grant(0));
		this.ledger.refused(TokenFixtures.refreshToken("r", TokenFixtures.PROVIDER));
		assertThat(this.ledger.presentable(TokenFixtures.PROVIDER, 0)).isNotNull();
	}

	@Test
	void rejectWhenTokensAreAtTheirEndThenNotLimited() {
		for (long now = 0; now < 20_000; now += 1_000) {
			GrantedTokens grant = TokenFixtures.grant(now, 1);
			succeeded(grant);
			assertThat(this.ledger.reject(grant.accessToken(), now + 950)).isEqualTo(Rejection.TAKEN);
		}
	}

	@Test
	void decideWhenThreadReadTheClockBeforeTheFailureThenPauseHolds() {
		fail(100_000, Duration.ofMillis(5));
		assertThat(this.ledger.decide(99_990)).isInstanceOf(FlightDecision.Fail.class);
	}

}
