package io.videoplatform.it.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.it.keycloak.Fingerprint;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.keycloak.TokenClient;
import io.videoplatform.it.keycloak.TokenResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of {@link TokenEndpointProxy}.
 */
class TokenEndpointProxyIT {

	@RegisterExtension
	static final RealmExtension platform = new RealmExtension();

	private final Realm realm = platform.realm();

	private TokenEndpointProxy proxy;

	private TokenClient tokens;

	@BeforeEach
	void startProxy() {
		this.proxy = TokenEndpointProxy.inFrontOf(this.realm.keycloak().uri());
		this.tokens = new TokenClient(this.realm.issuer(this.proxy.uri()));
		this.realm.clearEvents();
	}

	@AfterEach
	void stopProxy() {
		this.proxy.close();
		this.realm.keepRefreshTokens();
		this.realm.endAllSessions();
	}

	@Test
	void logWhenRequestsPassThenGrantsAndHashes() {
		String refreshToken = login().refreshToken();
		this.tokens.refresh(refreshToken);
		assertThat(this.proxy.log().tokenRequests()).extracting(TokenRequest::grantType)
			.containsExactly("password", "refresh_token");
		assertThat(this.proxy.log().tokenRequests("refresh_token")).extracting(TokenRequest::refreshTokenHash)
			.containsExactly(Fingerprint.of(refreshToken));
		assertThat(this.proxy.log().tokenStatuses()).containsExactly(200, 200);
		assertThat(this.proxy.log().count("/token")).isEqualTo(2);
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "GATEWAY_TIMEOUT")
	void loseWhenConnectionBreaksThenProviderHasCommitted(Fault fault) {
		this.realm.rotateRefreshTokens(0);
		TokenResponse first = login();
		this.proxy.loseNext(1, fault);
		assertThatExceptionOfType(UncheckedIOException.class)
			.isThrownBy(() -> this.tokens.refresh(first.refreshToken()))
			.withCauseInstanceOf(IOException.class);
		assertThatSessionIsLost(first);
	}

	@Test
	void loseWhenGatewayTimeoutThenProviderHasCommitted() {
		this.realm.rotateRefreshTokens(0);
		TokenResponse first = login();
		this.proxy.loseNext(1, Fault.GATEWAY_TIMEOUT);
		assertThat(this.tokens.refresh(first.refreshToken()).status()).isEqualTo(504);
		assertThatSessionIsLost(first);
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "GATEWAY_TIMEOUT")
	void loseWhenOneReuseIsAllowedThenSessionLives(Fault fault) {
		this.realm.rotateRefreshTokens(1);
		TokenResponse first = login();
		this.proxy.loseNext(1, fault);
		assertThatExceptionOfType(UncheckedIOException.class)
			.isThrownBy(() -> this.tokens.refresh(first.refreshToken()));
		assertThat(this.tokens.refresh(first.refreshToken()).status()).isEqualTo(200);
	}

	@Test
	void loseWhenOtherGrantIsMeantThenResponse() {
		this.proxy.loseNext(1, Fault.RESET, "refresh_token");
		TokenResponse first = login();
		assertThat(first.status()).isEqualTo(200);
		assertThatExceptionOfType(UncheckedIOException.class)
			.isThrownBy(() -> this.tokens.refresh(first.refreshToken()));
	}

	@Test
	void delayWhenSetThenResponseTakesThatLong() {
		this.proxy.delayTokenResponses(Duration.ofMillis(300));
		long start = System.nanoTime();
		login();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(300),
				Duration.ofSeconds(5));
	}

	@Test
	void holdWhenReleasedThenResponse() {
		try (HeldResponses held = this.proxy.holdTokenResponses()) {
			CompletableFuture<TokenResponse> response = CompletableFuture.supplyAsync(this::login);
			held.await(1);
			assertThat(response).isNotDone();
			assertThat(this.realm.countEvents("LOGIN")).isEqualTo(1);
			held.release();
			assertThat(response).succeedsWithin(Duration.ofSeconds(10))
				.extracting(TokenResponse::status)
				.isEqualTo(200);
		}
	}

	@Test
	void cutOffWhenRestoredThenSamePort() {
		this.proxy.cutOff();
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(this::login)
			.withCauseInstanceOf(ConnectException.class);
		this.proxy.restore();
		assertThat(login().status()).isEqualTo(200);
		assertThat(this.proxy.log().tokenRequests()).hasSize(1);
	}

	private void assertThatSessionIsLost(TokenResponse first) {
		assertThat(this.proxy.log().tokenStatuses()).containsExactly(200, 200);
		assertThat(this.realm.countEvents("REFRESH_TOKEN")).isEqualTo(1);
		assertThat(this.tokens.refresh(first.refreshToken()).error()).isEqualTo("invalid_grant");
		assertThat(this.realm.countEvents("REFRESH_TOKEN_ERROR")).isEqualTo(1);
	}

	private TokenResponse login() {
		return this.tokens.password(Realm.USERNAME, Realm.PASSWORD);
	}

}
