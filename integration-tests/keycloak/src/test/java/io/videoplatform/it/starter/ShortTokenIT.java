package io.videoplatform.it.starter;

import java.time.Duration;
import java.util.List;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.proxy.TokenRequest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of tokens that live for five seconds, in real time.
 */
@Tag("full")
class ShortTokenIT {

	private static final int EXPIRIES = 4;

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	@Test
	void callWhenTokensLiveForFiveSecondsThenOneRequestPerRefreshPoint() {
		this.realm.accessTokenLifespan(Duration.ofSeconds(5));
		this.realm.rotateRefreshTokens(0);
		this.platform.checkSignaturesOnly();
		this.platform.proxy().delayTokenResponses(Duration.ofMillis(300));
		Application application = this.platform.startInRealTime();
		try (CallLoop calls = CallLoop.begin(application, Duration.ofMillis(20))) {
			Awaitility.await()
				.atMost(Deployment.HANG_GUARD)
				.until(() -> this.platform.proxy().log().tokenStatuses().size() > EXPIRIES);
			calls.finish();
			assertThat(calls.failures()).isEmpty();
			assertThat(calls.accepted()).isGreaterThan(EXPIRIES);
		}
		assertThatOneRequestPerRefreshPoint();
		assertThat(this.platform.api().counts().withoutToken()).isZero();
		assertThat(this.realm.countEvents("LOGIN")).isEqualTo(1);
		assertThat(this.realm.events()).hasSize(EXPIRIES + 1).doesNotContain("REFRESH_TOKEN_ERROR", "LOGIN_ERROR");
	}

	// A refresh point lies between 75 and 85 % of the five seconds.
	private void assertThatOneRequestPerRefreshPoint() {
		List<TokenRequest> requests = this.platform.proxy().log().tokenRequests();
		Duration elapsed = Duration.between(requests.get(0).at(), requests.get(EXPIRIES).at());
		assertThat(requests).hasSize(EXPIRIES + 1);
		assertThat((long) EXPIRIES).isBetween(elapsed.dividedBy(Duration.ofMillis(4250)) - 1,
				elapsed.dividedBy(Duration.ofMillis(3750)) + 1);
	}

}
