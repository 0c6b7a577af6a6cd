package io.videoplatform.it.starter;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.proxy.HeldResponses;
import io.videoplatform.it.proxy.TokenRequest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The life of a token at a real Keycloak: the stampede at a cold start, expiry with and
 * without rotation, and a session that ends. Keycloak ends a session in which two
 * refreshes meet.
 */
class TokenLifeIT {

	private static final int CALLS = 200;

	/**
	 * Done long before a token request is given up.
	 */
	private static final int CALLS_BESIDE = 20;

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	@Test
	void callAtOnceWhenColdThenEachStepOnce() {
		this.platform.checkSignaturesOnly();
		this.platform.proxy().delayTokenResponses(Duration.ofMillis(300));
		Application application = this.platform.startInRealTime();
		application.callAtOnce(5 * CALLS);
		assertThat(this.platform.api().counts().webFinger()).isEqualTo(1);
		assertThat(this.platform.proxy().log().count("/.well-known/openid-configuration")).isEqualTo(1);
		assertThat(this.platform.proxy().log().count("")).isEqualTo(2);
		assertThat(this.realm.events()).containsExactly("LOGIN");
		assertThat(this.platform.api().counts().accepted()).isEqualTo(5 * CALLS);
		assertThat(this.platform.api().counts().requests()).isEqualTo(5 * CALLS);
	}

	@Test
	void callWhenClientCredentialsThenFirstCallWorksAndNextTokenComesTheSameWay() {
		Application application = this.platform.startService("platform-service-secret");
		assertThat(application.call()).isEqualTo("service-account-platform-service");
		this.platform.clock().advance(Deployment.ACCESS_TOKEN_LIFESPAN.plusSeconds(1));
		assertThat(application.call()).isEqualTo("service-account-platform-service");
		assertThat(this.realm.events()).containsExactly("CLIENT_LOGIN", "CLIENT_LOGIN");
		assertThat(this.platform.proxy().log().tokenRequests()).extracting(TokenRequest::grantType)
			.containsOnly("client_credentials");
	}

	@Test
	void callAtOnceWhenExpiredThenAllAwaitOneRefresh() {
		this.realm.rotateRefreshTokens(0);
		this.platform.checkSignaturesOnly();
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
		this.realm.rotateRefreshTokens(0);
		this.platform.checkSignaturesOnly();
		Application application = this.platform.startWithAccount();
		application.call();
		for (int expiry = 1; expiry <= 3; expiry++) {
			this.platform.clock().advance(Duration.ofSeconds(270));
			try (HeldResponses gate = this.platform.proxy().holdTokenResponses()) {
				application.callAtOnce(CALLS_BESIDE);
				gate.await(1);
				application.callAtOnce(CALLS_BESIDE);
			}
			Awaitility.await().atMost(Deployment.HANG_GUARD).until(() -> !application.snapshot().token().inFlight());
			application.callAtOnce(CALLS);
			assertThatOneRefreshPerExpiry(expiry);
		}
	}

	@Test
	void callAtOnceWhenSessionHasEndedThenOneLoginAndAllSucceed() {
		Application application = this.platform.startWithAccount();
		application.call();
		this.realm.endAllSessions();
		application.callAtOnce(CALLS / 4);
		assertThat(this.realm.events()).containsExactly("LOGIN", "REFRESH_TOKEN_ERROR", "LOGIN");
		assertThat(this.platform.proxy().log().tokenRequests()).extracting(TokenRequest::grantType)
			.containsExactly("password", "refresh_token", "password");
		assertThat(this.platform.api().counts().unauthorized()).isPositive();
		assertThat(this.platform.api().counts().accepted()).isEqualTo(CALLS / 4 + 1);
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
