package io.videoplatform.it.starter;

import java.net.URI;
import java.time.Duration;
import java.util.Set;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformStep;
import io.videoplatform.it.api.TokenCheck;
import io.videoplatform.it.api.WebFinger;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.proxy.TokenEndpointProxy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of an API host that was taken over and names another issuer, which is consistent
 * in itself and would accept every credential. Nothing may ever arrive there.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("full")
class ForeignIssuerIT {

	private static final int CALLS = 200;

	private static final Duration WEBFINGER_LIFETIME = Duration.ofMinutes(2);

	/**
	 * A node uses a document for up to a tenth longer than its lifetime.
	 */
	private static final Duration LATEST_EXPIRY = Duration.ofSeconds(133);

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	private final TokenEndpointProxy foreign = TokenEndpointProxy.inFrontOf(keycloak.keycloak().uri());

	@BeforeEach
	void nameOwnIssuer() {
		name(this.platform.issuer());
	}

	@AfterEach
	void stopForeignProvider() {
		this.foreign.close();
	}

	@Test
	void callWhenWarmThenQuarantinedAndCallsGoOn(CapturedOutput output) {
		Application application = this.platform.startWithAccount();
		application.call();
		nameForeignIssuer();
		for (int expiry = 1; expiry <= 3; expiry++) {
			this.platform.clock().advance(Deployment.ACCESS_TOKEN_LIFESPAN);
			application.callAtOnce(CALLS);
			assertThat(this.realm.countEvents("REFRESH_TOKEN")).isEqualTo(expiry);
		}
		assertThat(this.realm.countEvents("LOGIN")).isEqualTo(1);
		assertThatNothingArrived();
		assertThat(output.toString().split("Issuer trust at ", -1)).hasSize(2);
		assertThat(application.snapshot().discovery().quarantinedIssuer()).isEqualTo(foreignIssuer().toString());
	}

	@Test
	void callWhenServiceIsWarmThenSecretStaysAtHome() {
		Application application = this.platform.startService("platform-service-secret");
		application.call();
		nameForeignIssuer();
		this.platform.clock().advance(Deployment.ACCESS_TOKEN_LIFESPAN);
		application.callAtOnce(CALLS);
		assertThat(this.realm.events()).containsExactly("CLIENT_LOGIN", "CLIENT_LOGIN");
		assertThatNothingArrived();
	}

	@Test
	void callWhenStormOf401ThenRefreshAndLoginGoToTheOldIssuer() {
		Application application = this.platform.startWithAccount();
		application.call();
		nameForeignIssuer();
		this.realm.endAllSessions();
		this.platform.clock().advance(LATEST_EXPIRY);
		application.callAtOnce(CALLS);
		assertThat(this.realm.events()).containsExactly("LOGIN", "REFRESH_TOKEN_ERROR", "LOGIN");
		assertThatNothingArrived();
	}

	@Test
	void callWhenColdAfterPinThenTokenIsUsedUntilExpiryAndNothingIsSent() {
		Application application = this.platform.startWithAccount();
		application.call();
		this.platform.clock().advance(Duration.ofSeconds(265));
		loseWhatWasDiscovered(application);
		nameForeignIssuer();
		this.platform.clock().advance(Duration.ofSeconds(20));
		application.callAtOnce(CALLS);
		this.platform.clock().advance(Deployment.ACCESS_TOKEN_LIFESPAN);
		assertThatIssuerIsRefused(application, "is pinned");
		assertThatRightIssuerEndsTheRefusal(application);
	}

	@Test
	void callWhenRestartedWithIssuerThenNothingIsSentUntilItIsNamedAgain() {
		Application before = this.platform.startWithAccount("platform.issuer=" + this.platform.issuer());
		before.call();
		nameForeignIssuer();
		before.close();
		Application application = this.platform.startWithAccount("platform.issuer=" + this.platform.issuer());
		assertThatIssuerIsRefused(application, "'platform.issuer'");
		assertThatRightIssuerEndsTheRefusal(application);
	}

	@Test
	void callWhenIssuerIsConfiguredAndWarmThenCallsGoOn() {
		Application application = this.platform.startWithAccount("platform.issuer=" + this.platform.issuer());
		application.call();
		nameForeignIssuer();
		this.platform.clock().advance(Deployment.ACCESS_TOKEN_LIFESPAN);
		application.callAtOnce(CALLS);
		assertThat(this.realm.events()).containsExactly("REFRESH_TOKEN", "LOGIN");
		assertThatNothingArrived();
	}

	@Test
	void callWhenForeignIssuerIsTrustedThenOldTokensAreNotSentThere() {
		this.platform.api()
			.tokenCheck((token) -> Set.of(this.platform.issuer(), foreignIssuer())
				.stream()
				.flatMap((issuer) -> TokenCheck.bySignature(this.realm, issuer).usernameOf(token).stream())
				.findFirst());
		Application application = this.platform
			.startWithAccount("platform.discovery.trusted-issuers=" + this.platform.issuer() + "," + foreignIssuer());
		application.call();
		nameForeignIssuer();
		this.platform.clock().advance(Deployment.ACCESS_TOKEN_LIFESPAN);
		assertThat(application.call()).isEqualTo(Realm.USERNAME);
		assertThat(this.foreign.log().tokenRequests("refresh_token")).isEmpty();
		assertThat(this.foreign.log().tokenRequests("password")).hasSize(1);
	}

	private void name(URI issuer) {
		this.platform.api()
			.webFinger(WebFinger.linkingDocument(this.platform.api().rootUrl(), issuer).withMaxAge(WEBFINGER_LIFETIME));
	}

	private void nameForeignIssuer() {
		name(foreignIssuer());
		this.platform.api().counts().clear();
	}

	private URI foreignIssuer() {
		return this.realm.issuer(this.foreign.uri());
	}

	// A 404 ends the use of what is held at once.
	private void loseWhatWasDiscovered(Application application) {
		this.platform.api()
			.webFinger(
					WebFinger.linkingDocument(this.platform.api().rootUrl(), this.platform.issuer()).withStatus(404));
		application.call();
		Awaitility.await().atMost(Deployment.HANG_GUARD).until(() -> application.snapshot().token().failures() == 1);
		assertThat(application.snapshot().token().lastFailure()).contains("WebFinger", "404");
	}

	private void assertThatIssuerIsRefused(Application application, String reason) {
		PlatformAuthorizationException failure = application.failure();
		assertThat(failure.getStep()).isEqualTo(PlatformStep.ISSUER_TRUST);
		assertThat(failure).hasMessageContaining(reason).hasMessageContaining(foreignIssuer().toString());
		assertThatNothingArrived();
	}

	private void assertThatRightIssuerEndsTheRefusal(Application application) {
		name(this.platform.issuer());
		this.platform.clock().setTo(application.failure().getNextAttempt());
		assertThat(application.call()).isEqualTo(Realm.USERNAME);
		assertThatNothingArrived();
	}

	private void assertThatNothingArrived() {
		assertThat(this.platform.api().counts().webFinger()).isPositive();
		assertThat(this.foreign.log().count("")).isZero();
	}

}
