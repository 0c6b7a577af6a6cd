package io.videoplatform.it.browser;

import java.util.Map;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.it.webdriver.LoginPage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of a platform that names another provider from one day to the next, as one does
 * whose domain was taken over.
 */
@Tag("full")
class OtherProviderIT {

	@Order(1)
	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Order(2)
	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@Order(3)
	@RegisterExtension
	static final Deployment deployment = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	@Test
	void logInWhenPlatformNamesOtherProviderMeanwhileThenRefused() {
		Realm other = this.realm.keycloak().createRealm(this.realm.name() + "-other");
		Page page = deployment.open(browsers).press("log-in");
		LoginPage login = LoginPage.in(page.browser());
		deployment.rename(other);
		assertThat(deployment.documentStatus()).isEqualTo(503);
		page.browser().devTools("Network.clearBrowserCache", Map.of());
		login.submit(Realm.USERNAME, Realm.PASSWORD);
		assertThat(page.awaitProblem()).contains("not trusted");
		page.browser().screenshot("refused-other-provider");
		assertThat(page.isShown("browser-view")).isFalse();
		assertThat(page.browser().address()).hasToString(page.uri().toString());
		assertThat(this.realm.events()).contains("LOGIN").doesNotContain("CODE_TO_TOKEN");
		other.delete();
	}

}
