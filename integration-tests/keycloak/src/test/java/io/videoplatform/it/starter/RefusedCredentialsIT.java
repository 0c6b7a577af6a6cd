package io.videoplatform.it.starter;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.stream.Stream;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformStep;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of credentials that Keycloak refuses, and of what is written about them.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("full")
class RefusedCredentialsIT {

	private static final String WRONG = "canary-4711-wrong";

	private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	@Test
	void callWhenPasswordIsWrongThenThreeAttemptsInFiveMinutes(CapturedOutput output) {
		Application application = start("platform.username=" + Realm.USERNAME, "platform.password=" + WRONG);
		PlatformAuthorizationException failure = application.failure();
		assertThat(failure.getStep()).isEqualTo(PlatformStep.TOKEN_REQUEST);
		assertThat(failure.getErrorCode()).isEqualTo("invalid_grant");
		assertThat(output).contains("'platform.username' and 'platform.password'");
		assertThat(failure).hasMessageContaining("locked")
			.hasMessageContaining(this.platform.issuer() + "/protocol/openid-connect/token");
		PlatformAuthorizationException last = callFor(application, FIVE_MINUTES.minusSeconds(1));
		assertThat(this.realm.countEvents("LOGIN_ERROR")).isEqualTo(3);
		assertThat(this.platform.proxy().log().count("/token")).isEqualTo(3);
		assertThatNothingLeaks(output, failure, last);
	}

	@Test
	void callWhenSecretIsWrongThenOneAttemptInFiveMinutes(CapturedOutput output) {
		Application application = start("platform.grant-type=client_credentials", "platform.client-id=platform-service",
				"platform.client-secret=" + WRONG);
		PlatformAuthorizationException failure = application.failure();
		assertThat(failure.getErrorCode()).isEqualTo("unauthorized_client");
		assertThat(failure.isRetryable()).isFalse();
		assertThat(output).contains("'platform.client-id' and 'platform.client-secret'");
		PlatformAuthorizationException last = callFor(application, FIVE_MINUTES.minusSeconds(1));
		assertThat(this.realm.events()).containsExactly("CLIENT_LOGIN_ERROR");
		assertThat(this.platform.proxy().log().count("/token")).isEqualTo(1);
		assertThatNothingLeaks(output, failure, last);
	}

	private Application start(String... properties) {
		return this.platform.start(
				Stream.concat(Stream.of(properties), Stream.of("logging.level.web=debug", "logging.level.io=debug")));
	}

	private PlatformAuthorizationException callFor(Application application, Duration time) {
		PlatformAuthorizationException last = application.failure();
		for (int second = 0; second < time.toSeconds(); second++) {
			this.platform.clock().advance(Duration.ofSeconds(1));
			last = application.failure();
		}
		return last;
	}

	private static void assertThatNothingLeaks(CapturedOutput output, Throwable... failures) {
		for (Throwable failure : failures) {
			StringWriter trace = new StringWriter();
			failure.printStackTrace(new PrintWriter(trace));
			assertThat(trace.toString()).doesNotContain(WRONG);
		}
		assertThat(output).doesNotContain(WRONG);
	}

}
