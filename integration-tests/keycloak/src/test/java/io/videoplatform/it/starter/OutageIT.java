package io.videoplatform.it.starter;

import java.time.Duration;
import java.time.Instant;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformStep;
import io.videoplatform.it.api.TokenCheck;
import io.videoplatform.it.api.WebFinger;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of a provider and an API host that are down, at start and later.
 */
@Tag("full")
class OutageIT {

	private static final int MOST_REQUESTS_IN_30_SECONDS = 12;

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	@Test
	void callWhenProviderStopsThenTokenIsUsedUntilExpiryAndRecoversByItself() {
		this.platform.api().webFinger(WebFinger.linkingDocument(this.platform.api().rootUrl(), this.realm.issuer()));
		this.platform.api().tokenCheck(TokenCheck.bySignature(this.realm, this.realm.issuer()));
		Application application = this.platform.startWithAccount();
		application.call();
		keycloak.keycloak().stop();
		this.platform.clock().advance(Duration.ofSeconds(270));
		callFor(application, Duration.ofSeconds(15));
		this.platform.clock().advance(Duration.ofSeconds(15));
		PlatformAuthorizationException failure = application.failure();
		assertThat(failure.getStep()).isEqualTo(PlatformStep.TOKEN_REQUEST);
		assertThat(failure.isRetryable()).isTrue();
		assertThat(failure).hasMessageContaining(this.realm.issuer() + "/protocol/openid-connect/token")
			.hasMessageContaining("Connection refused");
		keycloak.keycloak().start();
		this.platform.clock().setTo(failure.getNextAttempt());
		assertThat(application.call()).isEqualTo(Realm.USERNAME);
		assertThat(this.realm.events()).containsExactly("REFRESH_TOKEN", "LOGIN");
	}

	@Test
	void callWhenProviderIsDownForLongThenFewRequestsAndRecoversByItself() {
		this.platform.checkSignaturesOnly();
		Application application = this.platform.startWithAccount();
		application.call();
		keycloak.keycloak().stop();
		this.platform.proxy().log().clear();
		this.platform.clock().advance(Deployment.ACCESS_TOKEN_LIFESPAN);
		failFor(application, Duration.ofSeconds(30));
		assertThat(this.platform.proxy().log().count("/token")).isBetween(2L, (long) MOST_REQUESTS_IN_30_SECONDS);
		assertThat(this.platform.proxy().log().count("/.well-known/openid-configuration"))
			.isLessThanOrEqualTo(MOST_REQUESTS_IN_30_SECONDS);
		// Before the provider is back: an attempt that is under way then may succeed
		Instant next = application.failure().getNextAttempt();
		keycloak.keycloak().start();
		this.platform.clock().setTo(next);
		assertThat(application.call()).isEqualTo(Realm.USERNAME);
	}

	@Test
	void callWhenApiHostIsDownAtStartThenSucceedsAfterTheAdvertisedAttempt() {
		this.platform.api().stop();
		Application application = this.platform.startWithAccount();
		PlatformAuthorizationException failure = application.failure();
		assertThat(failure.getStep()).isEqualTo(PlatformStep.WEBFINGER);
		assertThat(failure.isRetryable()).isTrue();
		assertThat(failure).hasMessageContaining(this.platform.api().rootUrl() + "/.well-known/webfinger")
			.hasMessageContaining("Connection refused");
		this.platform.api().start();
		this.platform.clock().setTo(application.failure().getNextAttempt());
		assertThat(application.call()).isEqualTo(Realm.USERNAME);
		assertThat(this.realm.events()).containsExactly("LOGIN");
	}

	@Test
	void callWhenApiHostIsBrokenAtStartThenFewRequests() {
		WebFinger good = WebFinger.linkingDocument(this.platform.api().rootUrl(), this.platform.issuer());
		this.platform.api().webFinger(good.withStatus(500));
		Application application = this.platform.startWithAccount();
		failFor(application, Duration.ofSeconds(30));
		assertThat(this.platform.api().counts().webFinger()).isBetween(2, MOST_REQUESTS_IN_30_SECONDS);
		this.platform.api().webFinger(good);
		this.platform.clock().setTo(application.failure().getNextAttempt());
		assertThat(application.call()).isEqualTo(Realm.USERNAME);
	}

	@Test
	void callWhenProviderIsDownAtStartThenSucceedsAfterTheAdvertisedAttempt() {
		this.platform.proxy().cutOff();
		Application application = this.platform.startWithAccount();
		PlatformAuthorizationException failure = application.failure();
		assertThat(failure.getStep()).isEqualTo(PlatformStep.PROVIDER_CONFIGURATION);
		assertThat(failure).hasMessageContaining(this.platform.issuer() + "/.well-known/openid-configuration");
		this.platform.proxy().restore();
		this.platform.clock().setTo(application.failure().getNextAttempt());
		assertThat(application.call()).isEqualTo(Realm.USERNAME);
		assertThat(this.realm.events()).containsExactly("LOGIN");
	}

	private void callFor(Application application, Duration time) {
		Instant end = this.platform.clock().instant().plus(time);
		while (this.platform.clock().instant().isBefore(end)) {
			application.callAtOnce(5);
			this.platform.clock().advance(Duration.ofMillis(100));
		}
	}

	private void failFor(Application application, Duration time) {
		Instant end = this.platform.clock().instant().plus(time);
		while (this.platform.clock().instant().isBefore(end)) {
			application.failure();
			this.platform.clock().advance(Duration.ofMillis(50));
		}
	}

}
