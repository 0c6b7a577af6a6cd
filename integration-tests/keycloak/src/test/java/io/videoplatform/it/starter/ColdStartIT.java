package io.videoplatform.it.starter;

import java.time.Duration;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the stampede on an application that has just started.
 */
class ColdStartIT {

	private static final int CALLS = 1_000;

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
		application.callAtOnce(CALLS);
		assertThat(this.platform.api().counts().webFinger()).isEqualTo(1);
		assertThat(this.platform.proxy().log().count("/.well-known/openid-configuration")).isEqualTo(1);
		assertThat(this.platform.proxy().log().count("")).isEqualTo(2);
		assertThat(this.realm.events()).containsExactly("LOGIN");
		assertThat(this.platform.api().counts().accepted()).isEqualTo(CALLS);
		assertThat(this.platform.api().counts().requests()).isEqualTo(CALLS);
	}

}
