package io.videoplatform.internal.login.oidc;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Outages of the provider, and how they are found among the causes of a failure.
 */
class LoginUnavailableExceptionTests {

	private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

	@ParameterizedTest
	@CsvSource({ "CONNECT, PROVIDER_CONFIGURATION, The sign-in service does not respond",
			"TIMEOUT, TOKEN_REQUEST, The sign-in service does not respond",
			"STATUS_429, TOKEN_REQUEST, The sign-in service is not available",
			"MALFORMED, LOGIN, The sign-in service is not available",
			"LOGINS_EXCEEDED, LOGIN, This application cannot complete your login",
			"CLOSING, TOKEN_REQUEST, This application cannot complete your login",
			"OTHER, LOGIN, This application cannot complete your login",
			"TIMEOUT, STORE, This application cannot complete your login" })
	void explanationThenAccusesOnlyWhoIsToBlame(PlatformError error, PlatformStep step, String explanation) {
		assertThat(new LoginUnavailableException("down", error, step, null, null, null)).returns(explanation,
				LoginUnavailableException::explanation);
		assertThat(LoginUnavailableException
			.of(new PlatformAuthorizationException("down", error, step, null, true, null, null, null)))
			.returns(explanation, LoginUnavailableException::explanation);
	}

	@Test
	void outageWhenProviderIsNotAcceptedThenNotSaidToBeSilent() {
		LoginUnavailableException refused = LoginUnavailableException
			.of(new PlatformDiscoveryException("the issuer is another one", PlatformError.ISSUER_MISMATCH,
					PlatformStep.PROVIDER_CONFIGURATION, null, false, null, null));
		assertThat(refused.explanation()).doesNotContain("does not respond").contains("not accepted");
		assertThat(LoginUnavailableException.of(refused)).isSameAs(refused);
	}

	@Test
	void outageWhenDeepInTheCausesThenFound() {
		LoginUnavailableException outage = new LoginUnavailableException("no keys", PlatformError.CONNECT,
				PlatformStep.ID_TOKEN, null, NOW.plusMillis(2100), null);
		LoginUnavailableException found = LoginUnavailableException
			.in(new OAuth2AuthenticationException(new OAuth2Error("x"), "x", outage));
		assertThat(found).isNotNull();
		assertThat(found.retryAfter(NOW)).isEqualTo(3);
		assertThat(LoginUnavailableException.in(new IllegalStateException(new OAuth2AuthenticationException("x"))))
			.isNull();
	}

	@Test
	void outageWhenNextAttemptIsPastOrUnknownThenAtLeastASecond() {
		List<Long> seconds = Stream.of(NOW.minusSeconds(9), NOW, null)
			.map((next) -> new LoginUnavailableException("down", PlatformError.CONNECT, PlatformStep.LOGIN, null, next,
					null)
				.retryAfter(NOW))
			.toList();
		assertThat(seconds).containsExactly(1L, 1L, 5L);
	}

	@Test
	void notStoredWhenTableIsMissingThenNamed() {
		LoginUnavailableException outage = LoginUnavailableException
			.notStored(new StoreUnavailableException("The table does not exist", PlatformError.STORE_TABLE, null));
		assertThat(outage).hasMessageContaining("The table does not exist")
			.hasMessageContaining(PlatformError.STORE_TABLE.getCure())
			.returns(PlatformError.STORE_TABLE, LoginUnavailableException::getError);
	}

}
