package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.endpoint.TokenRequestException.Outcome;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The order of logins to one account, and the pauses between them, at their longest.
 */
class PasswordAttemptsTests {

	private final MovableClock clock = new MovableClock();

	private final PasswordAttempts attempts = new PasswordAttempts(this.clock, () -> -1);

	private final List<Integer> begun = new ArrayList<>();

	private final TokenRequestException refusal = TokenFixtures.failed(Outcome.GRANT_REFUSED,
			ClientCredentials.PASSWORD, null);

	private Login login(int number) {
		return new Login(number);
	}

	@ParameterizedTest
	@EnumSource
	void inTurnWhenAnotherIsUnderWayThenWaitsForItsEnd(End end) {
		Login first = login(1);
		login(2);
		login(3);
		assertThat(this.begun).containsExactly(1);
		end.accept(first);
		assertThat(this.begun).containsExactly(1, 2);
	}

	@Test
	void inTurnWhenOneThatWaitsIsCancelledThenTheNextStillWaitsForTheFirst() {
		Login first = login(1);
		login(2).subscription.dispose();
		login(3);
		assertThat(this.begun).containsExactly(1);
		End.SUCCESS.accept(first);
		assertThat(this.begun).containsExactly(1, 3);
	}

	@Test
	void inTurnWhenManyHaveWaitedThenEachHasItsTurn() {
		List<Login> logins = new ArrayList<>();
		for (int number = 0; number < 10_000; number++) {
			logins.add(login(number));
		}
		logins.forEach(End.SUCCESS);
		assertThat(this.begun).hasSize(10_000).isSorted();
	}

	@Test
	void untilNextWhenRefusedThenWhatIsLeftOfThePause() {
		assertThat(this.attempts.untilNext()).isZero();
		this.attempts.failed(this.refusal);
		assertThat(this.attempts.untilNext()).hasMillis(3_100);
		this.clock.advance(Duration.ofMillis(3_000));
		assertThat(this.attempts.untilNext()).hasMillis(100);
		assertThat(this.attempts.pause()).hasMillis(100);
		this.clock.advance(Duration.ofMillis(100));
		assertThat(this.attempts.untilNext()).isZero();
	}

	@Test
	void untilNextWhenRefusedThreeTimesThenFailsUntilTheSlowProbeIsNear() {
		for (int number = 0; number < 3; number++) {
			this.attempts.failed(this.refusal);
		}
		assertThatExceptionOfType(TokenRequestException.class).isThrownBy(this.attempts::untilNext)
			.isSameAs(this.refusal);
		this.clock.advance(PasswordAttempts.SLOW_PROBE.minusSeconds(4));
		assertThat(this.attempts.untilNext()).hasSeconds(4);
	}

	@Test
	void untilNextWhenPasswordAcceptedThenAtOnce() {
		this.attempts.failed(this.refusal);
		this.attempts.accepted();
		assertThat(this.attempts.untilNext()).isZero();
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GRANT_REFUSED")
	void failedWhenPasswordWasNotRefusedThenNoPause(Outcome outcome) {
		this.attempts.failed(TokenFixtures.failed(outcome, ClientCredentials.PASSWORD, null));
		assertThat(this.attempts.untilNext()).isZero();
	}

	@Test
	void attemptsWhenProviderOrCredentialsDifferThenOthers() {
		PasswordAccounts accounts = new PasswordAccounts(this.clock, () -> -1);
		ProviderBinding provider = provider("https://login.example.com");
		PasswordAttempts held = accounts.attempts(provider, "ann");
		assertThat(accounts.attempts(provider("https://login.example.com"), "ann")).isSameAs(held);
		assertThat(accounts.attempts(provider("https://login.example.org"), "ann")).isNotSameAs(held);
		assertThat(accounts.attempts(provider, "bob")).isNotSameAs(held);
	}

	private static ProviderBinding provider(String issuer) {
		return new ProviderBinding(issuer, Origin.of(URI.create(issuer)));
	}

	enum End implements Consumer<Login> {

		SUCCESS, FAILURE, CANCELLATION;

		@Override
		public void accept(Login login) {
			switch (this) {
				case SUCCESS -> login.result.tryEmitValue("token");
				case FAILURE -> login.result.tryEmitError(new IllegalStateException());
				case CANCELLATION -> login.subscription.dispose();
			}
		}

	}

	/**
	 * A login that is under way, or waits.
	 */
	private final class Login {

		final Sinks.One<String> result = Sinks.one();

		final Disposable subscription;

		Login(int number) {
			Mono<String> login = Mono.defer(() -> {
				PasswordAttemptsTests.this.begun.add(number);
				return this.result.asMono();
			});
			this.subscription = PasswordAttemptsTests.this.attempts.inTurn(login, Schedulers.immediate())
				.subscribe((token) -> {
				}, (ex) -> {
				});
		}

	}

}
