package io.videoplatform.it.starter;

import java.time.Duration;
import java.util.List;

import io.videoplatform.client.TokenState;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.proxy.Fault;
import io.videoplatform.it.proxy.TokenRequest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of responses that are lost after Keycloak has consumed a refresh token. To send
 * it again ends the session, unless one reuse is allowed; so it is sent again only when
 * nothing else is left.
 */
class LostResponseIT {

	private static final int CALLS = 200;

	private static final String REFRESH = "refresh_token";

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	@ParameterizedTest
	@CsvSource({ "RESET, 0", "TRUNCATED, 1" })
	void callWhenResponseIsLostThenRefreshTokenRestsUntilAccessTokenHasExpired(Fault fault, int reuse) {
		this.realm.rotateRefreshTokens(reuse);
		this.platform.checkSignaturesOnly();
		Application application = this.platform.startWithAccount();
		application.call();
		loseRefreshOf(application, fault);
		for (int second = 0; second < 15; second++) {
			application.callAtOnce(CALLS / 10);
			this.platform.clock().advance(Duration.ofSeconds(1));
		}
		assertThat(refreshes()).hasSize(1);
		this.platform.clock().advance(Duration.ofSeconds(20));
		// After a refresh that was slow to fail, only the call that begins the next one
		// waits
		application.call();
		application.callAtOnce(CALLS);
		assertThat(refreshes()).hasSize(2);
		assertThat(refreshes().get(1)).isEqualTo(refreshes().get(0));
		assertThat(this.realm.countEvents("LOGIN")).isEqualTo((reuse == 0) ? 2 : 1);
		assertThat(this.realm.countEvents("REFRESH_TOKEN_ERROR")).isEqualTo((reuse == 0) ? 1 : 0);
		assertThatNextExpiryIsOrdinary(application);
	}

	@ParameterizedTest
	@CsvSource({ "GATEWAY_TIMEOUT, 0" })
	void callWhenResponseIsLostAfterExpiryThenAllCallsSucceed(Fault fault, int reuse) {
		this.realm.rotateRefreshTokens(reuse);
		this.platform.checkSignaturesOnly();
		Application application = this.platform.startWithAccount();
		application.call();
		this.platform.clock().advance(Deployment.ACCESS_TOKEN_LIFESPAN.plusSeconds(1));
		this.platform.proxy().loseNext(1, fault, REFRESH);
		application.callAtOnce(CALLS);
		assertThat(refreshes()).hasSize(2);
		assertThat(this.realm.countEvents("LOGIN")).isEqualTo((reuse == 0) ? 2 : 1);
		assertThatNextExpiryIsOrdinary(application);
	}

	private void loseRefreshOf(Application application, Fault fault) {
		this.platform.proxy().loseNext(1, fault, REFRESH);
		this.platform.clock().advance(Duration.ofSeconds(265));
		application.call();
		Awaitility.await()
			.atMost(Deployment.HANG_GUARD)
			.until(() -> application.snapshot().token().state() == TokenState.IN_DOUBT);
		assertThat(this.platform.proxy().log().tokenStatuses()).containsExactly(200, 200);
		assertThat(this.realm.countEvents("REFRESH_TOKEN")).isEqualTo(1);
	}

	private void assertThatNextExpiryIsOrdinary(Application application) {
		this.platform.clock().advance(Deployment.ACCESS_TOKEN_LIFESPAN);
		application.callAtOnce(CALLS);
		assertThat(refreshes()).hasSize(3);
		assertThat(refreshes().get(2)).isNotEqualTo(refreshes().get(1));
		assertThat(this.platform.proxy().log().tokenStatuses()).last().isEqualTo(200);
	}

	private List<String> refreshes() {
		return this.platform.proxy()
			.log()
			.tokenRequests(REFRESH)
			.stream()
			.map(TokenRequest::refreshTokenHash)
			.map(String::valueOf)
			.toList();
	}

}
