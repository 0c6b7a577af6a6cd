package io.videoplatform.it.starter;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.proxy.HeldResponses;
import io.videoplatform.it.proxy.TokenRequest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of many calls at the moment that a token of a rotating session runs out. Keycloak
 * ends a session in which two refreshes meet.
 */
class RotationIT {

	private static final int CALLS = 200;

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	@BeforeEach
	void rotate() {
		this.realm.rotateRefreshTokens(0);
		this.platform.checkSignaturesOnly();
	}

	@Test
	void callAtOnceWhenExpiredThenAllAwaitOneRefresh() {
		Application application = this.platform.startWithAccount();
		application.call();
		for (int expiry = 1; expiry <= 3; expiry++) {
			this.platform.clock().advance(Deployment.ACCESS_TOKEN_LIFESPAN);
			HeldResponses gate = this.platform.proxy().holdTokenResponses();
			CompletableFuture<List<Integer>> responses = application.begin(CALLS);
			gate.await(1);
			assertThat(responses).isNotDone();
			gate.release();
			assertThat(responses.join()).hasSize(CALLS).containsOnly(200);
			assertThatOneRefreshPerExpiry(expiry);
		}
	}

	@Test
	void callAtOnceWhenStaleThenNobodyWaitsAndOneRefreshRunsBehind() {
		Application application = this.platform.startWithAccount();
		application.call();
		for (int expiry = 1; expiry <= 3; expiry++) {
			this.platform.clock().advance(Duration.ofSeconds(270));
			try (HeldResponses gate = this.platform.proxy().holdTokenResponses()) {
				application.callAtOnce(CALLS);
				gate.await(1);
				application.callAtOnce(CALLS);
			}
			Awaitility.await().atMost(Deployment.HANG_GUARD).until(() -> !application.snapshot().token().inFlight());
			application.callAtOnce(CALLS);
			assertThatOneRefreshPerExpiry(expiry);
		}
	}

	private void assertThatOneRefreshPerExpiry(int expiries) {
		assertThat(this.realm.countEvents("REFRESH_TOKEN")).isEqualTo(expiries);
		assertThat(this.realm.events()).hasSize(expiries + 1).doesNotContain("REFRESH_TOKEN_ERROR");
		assertThat(this.platform.proxy().log().tokenRequests("refresh_token")).hasSize(expiries)
			.extracting(TokenRequest::refreshTokenHash)
			.doesNotHaveDuplicates();
		assertThat(this.platform.api().counts().unauthorized()).isZero();
	}

}
