package io.videoplatform.it.starter;

import java.time.Duration;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformStep;
import io.videoplatform.it.api.WebFinger;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.proxy.TokenRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the grants, and of the issuer on a domain of its own that they are sent to.
 */
class GrantIT {

	private static final Duration PAST_EXPIRY = Deployment.ACCESS_TOKEN_LIFESPAN.plusSeconds(1);

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	@Test
	void callWhenPasswordGrantThenFirstCallWorks() {
		assertThat(this.platform.startWithAccount().call()).isEqualTo(Realm.USERNAME);
		assertThat(this.realm.events()).containsExactly("LOGIN");
		assertThat(this.platform.proxy().log().tokenRequests()).singleElement()
			.extracting(TokenRequest::grantType, TokenRequest::clientId)
			.containsExactly("password", "anonymous");
		assertThat(this.platform.api().counts().withoutToken()).isZero();
		assertThat(this.platform.api().counts().webFingerWithCredentials()).isZero();
	}

	@Test
	void callWhenClientCredentialsThenFirstCallWorksAndNextTokenComesTheSameWay() {
		Application application = this.platform.startService("platform-service-secret");
		assertThat(application.call()).isEqualTo("service-account-platform-service");
		this.platform.clock().advance(PAST_EXPIRY);
		assertThat(application.call()).isEqualTo("service-account-platform-service");
		assertThat(this.realm.events()).containsExactly("CLIENT_LOGIN", "CLIENT_LOGIN");
		assertThat(this.platform.proxy().log().tokenRequests()).extracting(TokenRequest::grantType)
			.containsOnly("client_credentials");
	}

	@Test
	void callWhenExpiredWithoutRotationThenSessionIsRefreshed() {
		Application application = this.platform.startWithAccount();
		assertThatExpiriesAreRefreshed(application);
	}

	@Test
	void callWhenExpiredWithRotationThenEachRefreshTokenIsSentOnce() {
		this.realm.rotateRefreshTokens(0);
		Application application = this.platform.startWithAccount();
		assertThatExpiriesAreRefreshed(application);
		assertThat(this.platform.proxy().log().tokenRequests("refresh_token"))
			.extracting(TokenRequest::refreshTokenHash)
			.doesNotHaveDuplicates();
	}

	@Test
	void callWhenLinkIsIssuerItselfThenSame() {
		this.platform.api().webFinger(WebFinger.linkingIssuer(this.platform.api().rootUrl(), this.platform.issuer()));
		assertThat(this.platform.startWithAccount().call()).isEqualTo(Realm.USERNAME);
	}

	@Test
	void callWhenConfiguredIssuerIsNamedThenWorks() {
		assertThat(this.platform.issuer().getHost()).isNotEqualTo(this.platform.api().rootUrl().getHost());
		Application application = this.platform.startWithAccount("platform.issuer=" + this.platform.issuer());
		assertThat(application.call()).isEqualTo(Realm.USERNAME);
	}

	@Test
	void callWhenOtherIssuerIsConfiguredThenNothingIsSent() {
		Application application = this.platform.startWithAccount("platform.issuer=" + this.realm.issuer());
		PlatformAuthorizationException failure = application.failure();
		assertThat(failure.getStep()).isEqualTo(PlatformStep.ISSUER_TRUST);
		assertThat(failure).hasMessageContaining("'platform.issuer'")
			.hasMessageContaining(this.platform.issuer().toString())
			.hasMessageContaining(this.realm.issuer().toString());
		assertThat(this.platform.proxy().log().count("")).isZero();
		assertThat(this.realm.events()).isEmpty();
	}

	private void assertThatExpiriesAreRefreshed(Application application) {
		application.call();
		for (int expiry = 1; expiry <= 3; expiry++) {
			this.platform.clock().advance(PAST_EXPIRY);
			assertThat(application.call()).isEqualTo(Realm.USERNAME);
			assertThat(this.realm.countEvents("REFRESH_TOKEN")).isEqualTo(expiry);
		}
		assertThat(this.realm.events()).hasSize(4).doesNotContain("REFRESH_TOKEN_ERROR");
		assertThat(this.realm.countEvents("LOGIN")).isEqualTo(1);
	}

}
