package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator;
import io.videoplatform.internal.token.endpoint.ClientSecrets;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.endpoint.TokenRequestException.Outcome;
import io.videoplatform.testing.MovableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * The order of logins to one account, and the pauses between them, at their longest.
 */
class PasswordAttemptsTests {

	private final MovableClock clock = new MovableClock();

	private final PasswordAttempts attempts = new PasswordAttempts(this.clock, () -> -1);

	private final List<Integer> begun = new ArrayList<>();

	private final Map<Integer, Sinks.One<String>> results = new HashMap<>();

	private Disposable login(int number) {
		Sinks.One<String> result = Sinks.one();
		this.results.put(number, result);
		return this.attempts.inTurn(Mono.defer(() -> {
			this.begun.add(number);
			return result.asMono();
		}), Schedulers.immediate()).subscribe((token) -> {
		}, (ex) -> {
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "success", "failure", "cancellation" })
	void inTurnWhenAnotherIsUnderWayThenWaitsForItsEnd(String end) {
		Disposable first = login(1);
		login(2);
		login(3);
		assertThat(this.begun).containsExactly(1);
		switch (end) {
			case "success" -> this.results.get(1).tryEmitValue("token");
			case "failure" -> this.results.get(1).tryEmitError(new IllegalStateException());
			default -> first.dispose();
		}
		assertThat(this.begun).containsExactly(1, 2);
	}

	@Test
	void inTurnWhenOneThatWaitsIsCancelledThenTheNextStillWaitsForTheFirst() {
		login(1);
		login(2).dispose();
		login(3);
		assertThat(this.begun).containsExactly(1);
		this.results.get(1).tryEmitValue("token");
		assertThat(this.begun).containsExactly(1, 3);
	}

	/**
	 * Log in and return the pause that was waited for.
	 */
	private Duration attempt(Duration patience, Mono<String> login) {
		AtomicReference<Duration> waited = new AtomicReference<>();
		this.attempts.attempt(login, patience, (pause) -> {
			waited.set(pause);
			return Mono.empty();
		}).block();
		return waited.get();
	}

	private TokenRequestException refused(Outcome outcome) {
		TokenRequestException refusal = TokenFixtures.failed(outcome, ClientCredentials.PASSWORD, null);
		return catchThrowableOfType(TokenRequestException.class,
				() -> attempt(PasswordAttempts.LONGEST_PAUSE, Mono.error(refusal)));
	}

	@Test
	void attemptWhenRefusedThenTheNextWaitsForWhatIsLeftOfThePause() {
		assertThat(refused(Outcome.GRANT_REFUSED).retryAfter()).hasMillis(3_100);
		this.clock.advance(Duration.ofMillis(3_000));
		assertThat(attempt(PasswordAttempts.LONGEST_PAUSE, Mono.just("token"))).hasMillis(100);
		assertThat(attempt(Duration.ZERO, Mono.just("token"))).isZero();
	}

	@Test
	void attemptWhenRefusedThreeTimesThenFailsUntilTheSlowProbeIsNear() {
		for (long pause : new long[] { 3_100, 5_100, 300_000 }) {
			assertThat(refused(Outcome.GRANT_REFUSED).retryAfter()).hasMillis(pause);
		}
		assertThat(refused(Outcome.GRANT_REFUSED)).hasMessageContaining("is not sent yet")
			.satisfies((ex) -> assertThat(ex.getMessage().split("Token request at ", -1)).hasSize(2));
		this.clock.advance(PasswordAttempts.SLOW_PROBE.minusSeconds(4));
		assertThat(attempt(PasswordAttempts.LONGEST_PAUSE, Mono.just("token"))).hasSeconds(4);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GRANT_REFUSED")
	void attemptWhenPasswordWasNotRefusedThenNoPause(Outcome outcome) {
		assertThat(refused(outcome).retryAfter()).isNull();
		assertThat(attempt(Duration.ZERO, Mono.just("token"))).isZero();
	}

	@Test
	void attemptsWhenProviderOrCredentialsDifferThenOthers() {
		TokenEngine accounts = new TokenEngine(this.clock, () -> -1, Schedulers.immediate(), Schedulers.immediate(),
				EngineObservations.none());
		ProviderBinding provider = provider("https://login.example.com");
		PasswordAttempts held = accounts.attempts(provider, Arrays.asList("ann", "password"));
		assertThat(accounts.attempts(provider("https://login.example.com"), Arrays.asList("ann", "password")))
			.isSameAs(held);
		assertThat(accounts.attempts(provider("https://login.example.org"), Arrays.asList("ann", "password")))
			.isNotSameAs(held);
		assertThat(accounts.attempts(provider, Arrays.asList("bob", "password"))).isNotSameAs(held);
	}

	@Test
	void loginWhenOtherClientsAskForOtherScopesThenTheSameAccount() {
		assertThat(login("app", "ann", Set.of("openid"))).isEqualTo(login("jobs", "ann", Set.of("openid", "jobs")))
			.isNotEqualTo(login("app", "bob", Set.of("openid")));
	}

	private static List<@Nullable String> login(String clientId, String username, Set<String> scopes) {
		ClientCredentials credentials = CredentialsFixtures.of("platform", ClientCredentials.PASSWORD, clientId, null,
				username, "password", scopes);
		ClientSecrets secrets = new ClientSecrets(
				() -> new ClientSecrets.Values(null, credentials.password(), null, null, null), null, () -> 0);
		return new ClientAuthenticator(credentials, secrets, null).login();
	}

	private static ProviderBinding provider(String issuer) {
		return new ProviderBinding(issuer, Origin.of(URI.create(issuer)));
	}

}
