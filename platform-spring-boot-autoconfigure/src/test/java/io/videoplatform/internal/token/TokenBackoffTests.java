package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.endpoint.TokenRequestException.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.security.oauth2.core.AuthorizationGrantType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long no token request is sent after failures, without the spread.
 */
class TokenBackoffTests {

	private static final RandomGenerator HALF = () -> Long.MIN_VALUE;

	private final TokenBackoff backoff = new TokenBackoff(HALF);

	@ParameterizedTest
	@CsvSource({ "NOT_PROCESSED,1,200", "NOT_PROCESSED,9,5000", "UNKNOWN,1,200", "UNKNOWN,2,400", "UNKNOWN,9,5000",
			"REQUEST_REFUSED,1,1000", "REQUEST_REFUSED,2,2000", "REQUEST_REFUSED,9,60000", "GRANT_REFUSED,1,300000",
			"CLIENT_REFUSED,1,300000", "CLIENT_REFUSED,9,300000" })
	void afterWhenRequestFailedThenByOutcome(Outcome outcome, int failures, long millis) {
		assertThat(this.backoff.after(failed(outcome, null), failures)).hasMillis(millis);
	}

	@ParameterizedTest
	@CsvSource({ "UNKNOWN,199,200", "UNKNOWN,201,201", "REQUEST_REFUSED,60000,60000", "GRANT_REFUSED,2100,2100",
			"CLIENT_REFUSED,60000,300000" })
	void afterWhenProviderStatesAPauseThenTheLongerOne(Outcome outcome, long retryAfter, long millis) {
		assertThat(this.backoff.after(failed(outcome, Duration.ofMillis(retryAfter)), 1)).hasMillis(millis);
	}

	@ParameterizedTest
	@CsvSource({ "0,2100", "1,2100", "2,3100", "3,300000" })
	void ofAllNodesWhenPasswordIsRefusedThenByTheRefusalsOfAllNodes(int refusals, long millis) {
		assertThat(this.backoff.ofAllNodes(failed(Outcome.GRANT_REFUSED, null), 7, refusals)).hasMillis(millis);
	}

	@ParameterizedTest
	@CsvSource({ "NOT_PROCESSED,true", "UNKNOWN,true", "REQUEST_REFUSED,false", "CLIENT_REFUSED,false" })
	void isRetryableWhenRequestFailedThenByOutcome(Outcome outcome, boolean retryable) {
		assertThat(this.backoff.isRetryable(failed(outcome, null))).isEqualTo(retryable);
	}

	@Test
	void isRetryableWhenPasswordIsRefusedThenAsLongAsAttemptsAreLeft() {
		assertThat(this.backoff.isRetryable(failed(Outcome.GRANT_REFUSED, PasswordAttempts.LONGEST_PAUSE))).isTrue();
		assertThat(this.backoff.isRetryable(failed(Outcome.GRANT_REFUSED, PasswordAttempts.SLOW_PROBE))).isFalse();
	}

	private static TokenRequestException failed(Outcome outcome, @Nullable Duration retryAfter) {
		return TokenFixtures.failed(outcome, AuthorizationGrantType.CLIENT_CREDENTIALS, retryAfter);
	}

}
